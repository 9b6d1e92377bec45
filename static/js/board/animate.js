/**
 * Motion: cards glide from where they were to where they have been painted. The position is always
 * painted at once, so anything may complete a motion early; transform and opacity only.
 */

const MOVE = { duration: 160, easing: 'ease-out' }
const UNDO = { duration: 120, easing: 'ease-out' }
const TURN = 140
const DEAL = { duration: 180, each: 25 }
const HOME = 260
const GLOW = 400

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
    const column = element.closest('.column')
    column?.setAttribute('data-flying', '')
    const finished = () => {
      if (!running.delete(animation)) return
      column?.removeAttribute('data-flying')
      done?.()
    }
    running.set(animation, finished)
    animation.onfinish = finished
  }

  /** From an earlier place to where the element is painted now. */
  function glide(element, from, options) {
    const to = element.getBoundingClientRect()
    const [x, y] = [from.left - to.left, from.top - to.top]
    if (x || y) animate(element, [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], options)
  }

  const glideAll = (elements, from, options) =>
    elements.forEach((element, at) => from[at] && glide(element, from[at], options))

  function turn(column, delay) {
    const [card] = cards(column, 1)
    if (card) animate(card, [{ transform: 'scaleX(0)' }, { transform: 'none' }], { duration: TURN, delay })
  }

  /** Copies that fly over the table when the cards themselves are painted no more. */
  function flights(elements) {
    return elements.map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const copy = element.cloneNode(true)
      copy.classList.add('flight')
      copy.style.setProperty('--card-w', `${width}px`)
      copy.style.setProperty('--card-h', `${height}px`)
      copy.style.setProperty('left', `${left}px`)
      copy.style.setProperty('top', `${top}px`)
      copy.rect = { left, top, width }
      return copy
    })
  }

  function fly(copies, goal, options) {
    if (!goal) return
    const to = goal.getBoundingClientRect()
    copies.forEach((copy, at) => {
      document.body.append(copy)
      const [x, y] = [to.left - copy.rect.left, to.top - copy.rect.top]
      const scale = to.width / copy.rect.width
      const end = { transform: `translate(${x}px, ${y}px) scale(${scale})`, transformOrigin: '0 0', opacity: 0.6 }
      const delay = (options.delay ?? 0) + at * (options.each ?? 0)
      animate(copy, [{ transform: 'none', transformOrigin: '0 0' }, end], { ...options, delay }, () => copy.remove())
    })
  }

  function glow(at) {
    const place = house(at)
    if (place) animate(place, [{ opacity: 0.2 }, { opacity: 1 }], { duration: GLOW, delay: HOME / 2 })
  }

  /** One effect: what it needs from the table as it is, giving what to do once that is repainted. */
  const prepare = {
    moved([from, count, to], { undo, drawn }) {
      if (drawn) return undefined
      const before = rects(cards(from, count))
      return () => glideAll(cards(to, count), before, undo ? UNDO : MOVE)
    },
    dealt(row) {
      return () => row.forEach((_, at) => {
        const [card] = cards(at + 1, 1)
        if (card) glide(card, stock().getBoundingClientRect(), { ...MOVE, duration: DEAL.duration, delay: at * DEAL.each })
      })
    },
    flipped: ([column], { drawn }) => () => turn(column, drawn ? 0 : MOVE.duration),
    turned_down: ([column]) => () => turn(column, 0),
    sequence([column], { drawn, done }) {
      const copies = drawn ? flights(cards(column, 13)).reverse() : []
      return () => {
        fly(copies, house(done - 1), { duration: HOME - 12 * 8, each: 8 })
        glow(done - 1)
      }
    },
    returned([column], { done }) {
      const place = house(done)
      return () => place && cards(column, 13).forEach((card) => glide(card, place.getBoundingClientRect(), UNDO))
    },
    gathered(count) {
      const copies = flights(Array.from({ length: count }, (_, at) => cards(at + 1, 1)[0]).filter(Boolean))
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
   * Paint, and show how it came about.
   * @param {any[]} effects
   * @param {{drawn?: boolean, done?: number}} context drawn: the move was painted before the answer
   * @param {() => void} paint
   */
  function show(effects, context, paint) {
    settle()
    const undo = effects.some((effect) => effect.undone)
    const steps = motionless() ? [] : effects.map((effect) => {
      const [[name, value]] = Object.entries(effect)
      return prepare[name]?.(value, { ...context, undo })
    })
    paint()
    for (const step of steps) step?.()
  }

  return { show, settle }
}
