/**
 * Motion: cards glide from where they were to where they have been painted. The position is always
 * painted at once, so anything may complete a motion early; transform and opacity only.
 */

import { copyOf } from './cards.js'

const MOVE = { duration: 160, easing: 'ease-out' }
const UNDO = { duration: 120, easing: 'ease-out' }
const TURN = { duration: 140 }
const DEAL = { duration: 180, each: 25, easing: 'ease-out' }
const HOME = { duration: 164, each: 8, easing: 'ease-out' }
const GLOW = { duration: 400, delay: 130 }

const still = matchMedia('(prefers-reduced-motion: reduce)')
const motionless = () => still.matches || document.documentElement.dataset.motion === 'less'

/**
 * @param {object} places
 * @param {() => HTMLElement[]} places.columns
 * @param {() => HTMLElement} places.stock where dealt cards come from
 * @param {(at: number) => HTMLElement | undefined} places.house the n-th foundation
 */
export function createAnimator({ columns, stock, house }) {
  /** @type {Map<Animation, () => void>} what is left to do after each motion */
  const running = new Map()

  const cards = (column, count) => [...columns()[column - 1].querySelectorAll('.card')].slice(-count)
  const rects = (elements) => elements.map((element) => element.getBoundingClientRect())

  function animate(element, frames, options, done) {
    const animation = element.animate(frames, { fill: 'backwards', ...options })
    const finished = () => {
      if (!running.delete(animation)) return
      animation.cancel()
      done?.()
    }
    running.set(animation, finished)
    animation.onfinish = finished
  }

  /** Each from an earlier place to where it is painted now: all are measured before any moves. */
  function glide(elements, from, { each = 0, delay = 0, ...options }) {
    rects(elements).forEach((to, at) => {
      const [x, y] = [from[at]?.left - to.left, from[at]?.top - to.top]
      if (!x && !y) return
      const column = elements[at].closest('.column')
      column.setAttribute('data-flying', '')
      animate(
        elements[at],
        [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }],
        { ...options, delay: delay + at * each },
        () => column.removeAttribute('data-flying'),
      )
    })
  }

  /** What is still to come of the motion that is on. */
  const rest = () => Math.max(0, ...[...running.keys()].map((animation) =>
    animation.effect.getComputedTiming().endTime - (animation.currentTime ?? 0)))

  /** On its back until half way, then on its face. */
  function turn(card, delay) {
    if (!card) return
    const back = { pseudoElement: '::before', fill: 'both', ...TURN, delay }
    card.dataset.turns = ''
    animate(card, [{ transform: 'none' }, { transform: 'scaleX(0)' }, { transform: 'none' }], { ...TURN, delay })
    animate(card, [{ opacity: 1, easing: 'step-end' }, { opacity: 0, offset: 0.5 }, { opacity: 0 }], back, () => delete card.dataset.turns)
  }

  /** Copies that fly over the table when the cards themselves are painted no more. */
  const flights = (elements) => elements.map((element) => copyOf(element, 'flight'))

  function fly(copies, goal, { each = 0, ...options }) {
    if (!goal) return
    const to = goal.getBoundingClientRect()
    copies.forEach(({ copy, rect }, at) => {
      columns()[0].closest('.board').append(copy)
      const [x, y, scale] = [to.left - rect.left, to.top - rect.top, to.width / rect.width]
      const end = { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 0.6 }
      animate(copy, [{ transform: 'none' }, end], { ...options, delay: at * each }, () => copy.remove())
    })
  }

  /**
   * A sequence's cards as they lie without the action that completed it: a move's are still on its
   * other column, a row's not yet on the table.
   */
  function lying(column, { moved, row }) {
    if (row) return cards(column, 12)
    if (!moved) return cards(column, 13)
    const [from, count, to] = moved
    return [...cards(column, 13 - count), ...cards(column === from ? to : from, count)]
  }

  function glow(at) {
    const place = house(at)
    if (place) animate(place, [{ opacity: 0.2 }, { opacity: 1 }], GLOW)
  }

  /** One effect: what it needs from the table as it is, giving what to do once that is repainted. */
  const prepare = {
    moved([from, count, to], { undo, drawn, finished }) {
      if (drawn || finished.length) return undefined // a sequence flies as a whole
      const before = rects(cards(from, count))
      return () => glide(cards(to, count), before, undo ? UNDO : MOVE)
    },
    dealt(row, { finished }) {
      return () => {
        const dealt = row.flatMap((_, at) => (finished.includes(at + 1) ? [] : cards(at + 1, 1)))
        glide(dealt, dealt.map(() => stock().getBoundingClientRect()), DEAL)
      }
    },
    flipped: ([column]) => () => turn(columns()[column - 1].querySelector('.card:not(.down)'), rest()),
    turned_down([column]) {
      return () => {
        const back = [...columns()[column - 1].querySelectorAll('.card.down')].at(-1)
        if (back) animate(back, [{ transform: 'scaleX(0)' }, { transform: 'none' }], UNDO)
      }
    },
    sequence([column], context) {
      const copies = flights(lying(column, context)).reverse()
      const { done } = context
      return () => {
        fly(copies, house(done - 1), HOME)
        glow(done - 1)
      }
    },
    returned([column], context) {
      const place = house(context.done)
      return () => place && glide(lying(column, context), Array(13).fill(place.getBoundingClientRect()), UNDO)
    },
    /** Cards lie closer together, or not any more, as the room for them is another. */
    squeezed() {
      if (running.size) return undefined
      const all = columns().flatMap((column) => [...column.querySelectorAll('.card')])
      const before = rects(all)
      return () => glide(all, before, UNDO)
    },
    gathered(count, { finished }) {
      const lasts = Array.from({ length: count }, (_, at) => (finished.includes(at + 1) ? undefined : cards(at + 1, 1)[0]))
      const copies = flights(lasts.filter(Boolean))
      return () => fly(copies, stock(), UNDO)
    },
  }

  /** Complete all motion at once. */
  function settle() {
    for (const [animation, finished] of running) {
      animation.finish()
      finished()
    }
  }

  /**
   * Paint, and show how it came about. The answer to a move that is drawn already cuts nothing short.
   * @param {any[]} effects
   * @param {{drawn?: boolean, done?: number}} context drawn: the move was painted before the answer
   * @param {() => void} paint
   */
  function show(effects, context, paint) {
    if (!context.drawn) settle()
    const whole = {
      ...context,
      undo: effects.some((effect) => effect.undone),
      moved: context.drawn ? undefined : effects.find((effect) => effect.moved)?.moved,
      row: effects.some((effect) => effect.dealt || effect.gathered),
      finished: effects.flatMap(({ sequence, returned }) => (sequence ?? returned ?? []).slice(0, 1)),
    }
    const steps = motionless() ? [] : effects.map((effect) => {
      const [[name, value]] = Object.entries(effect)
      return prepare[name]?.(value, whole)
    })
    paint()
    steps.forEach((step) => step?.())
  }

  return { show, settle }
}
