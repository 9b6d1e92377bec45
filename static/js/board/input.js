/** Fingers and mice on the columns: tap, double tap, drag, long press. */

import { cardElement, copyOf } from './cards.js'
import { playing, targetsOf } from './state.js'

const DRAG_AFTER = 6
const DOUBLE_WITHIN = 300
const PEEK_AFTER = 500

/**
 * @param {HTMLElement} tableau
 * @param {object} board
 * @param {import('./state.js').State} board.state
 * @param {ReturnType<import('./hand.js').createHand>} board.hand
 * @param {ReturnType<import('./render.js').createRenderer>} board.renderer
 * @param {(code: string) => void} board.refuse
 * @param {() => void} board.settle completes what is still in motion
 * @returns {() => void} takes all of it off again
 */
export function bindInput(tableau, { state, hand, renderer, refuse, settle }) {
  /** @type {any} the press that is on, if any */
  let press = null
  let last = { column: 0, time: -1e9 }
  let skipClick = false

  const columnOf = (target) => target.closest?.('.column')
  const numberOf = (column) => Number(column.dataset.column)

  /** How many cards a finger on this card means: it and those that lie on it. */
  function countFrom(target) {
    const card = target.closest('.card:not(.down)')
    if (!card) return 0
    const cards = [...columnOf(card).querySelectorAll('.card')]
    return cards.length - cards.indexOf(card)
  }

  function down(event) {
    const column = columnOf(event.target)
    if (press || event.button || !column) return
    settle()
    skipClick = false
    // Where a card was in motion, the finger is on it only now.
    const target = document.elementFromPoint(event.clientX, event.clientY) ?? event.target
    if (columnOf(target) !== column) return
    press = {
      id: event.pointerId, column: numberOf(column), count: countFrom(target),
      x: event.clientX, y: event.clientY, run: null, hidden: target.closest('.card.down'),
    }
    press.timer = setTimeout(peek, PEEK_AFTER, target.closest('.card:not(.down)'))
  }

  /** A card shown large while it is pressed: all of it, whatever lies on it. */
  function peek(card) {
    if (!card?.isConnected) return
    const whole = cardElement(card.dataset.rank + card.dataset.suit, true)
    const { copy, rect: { left, top, width, height } } = copyOf(card, 'peek', whole)
    const within = (at, size, room) => Math.min(Math.max(at, size), room - 2 * size)
    copy.style.setProperty('left', `${within(left, width, innerWidth)}px`)
    copy.style.setProperty('top', `${within(top, height, innerHeight)}px`)
    tableau.closest('.board').append(copy)
    Object.assign(press, { copy })
    skipClick = true
  }

  function move(event) {
    if (!press || event.pointerId !== press.id || press.copy) return
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y]
    if (!press.run && Math.hypot(dx, dy) > DRAG_AFTER && !scrolls(event, dx, dy)) lift(event)
    if (!press?.run) return
    press.run.style.transform = `translate(${dx}px, ${dy}px)`
    aim(event, press.middles[press.column - 1] + dx)
  }

  /** A finger up or down a table longer than the screen scrolls it: soon the browser takes it. */
  function scrolls({ pointerType }, dx, dy) {
    const pans = pointerType !== 'mouse' && tableau.closest('[data-scrolls]') && Math.abs(dy) >= Math.abs(dx)
    if (pans) clearTimeout(press.timer)
    return pans
  }

  /** The press becomes a drag: the cards go on one wrapper that follows the finger. */
  function lift(event) {
    clearTimeout(press.timer)
    if (press.hidden) return deny()
    if (!press.count) return end()
    tableau.setPointerCapture(event.pointerId)
    press.middles = renderer.columns.map(middleOf) // before anything changes: later it is laid out anew
    press.width = renderer.columns[press.column - 1].offsetWidth
    hand.take(press.column, press.count)
    skipClick = true
    if (!state.held) return end()
    renderer.paint()
    press.targets = targetsOf(state, press.column, press.count)
    press.run = renderer.columns[press.column - 1].querySelector('.run')
    press.run.dataset.dragging = ''
  }

  /** Cards that lie face down are not dragged. */
  function deny() {
    skipClick = true
    refuse(playing(state) ? 'face_down' : 'already_finished')
    end()
  }

  const middleOf = (column) => {
    const { left, width } = column.getBoundingClientRect()
    return left + width / 2
  }

  /**
   * Where the run, whose middle is there, would go: the nearest legal column within one card, else
   * the one below the finger.
   */
  function aim(event, middle) {
    const near = press.targets
      .map((column) => [Math.abs(press.middles[column - 1] - middle), column])
      .filter(([distance]) => distance <= press.width)
      .sort(([a], [b]) => a - b)[0]?.[1]
    const over = columnOf(document.elementFromPoint(event.clientX, event.clientY) ?? tableau)
    press.to = near ?? (over && numberOf(over))
    renderer.columns.forEach((column, at) => column.toggleAttribute('data-catches', at + 1 === near))
  }

  function up(event) {
    if (!press || event.pointerId !== press.id) return
    const { run, to, column, targets } = press
    const astray = to !== column && !targets?.includes(to)
    if (run && state.held && astray && state.likes.autoPlace === 'on') hand.best(column)
    else if (run && state.held && to && to !== column) hand.put(to, true)
    else if (run) hand.letGo()
    end()
  }

  /** The browser took the finger (a scroll, a call): nothing has moved. */
  function cancel(event) {
    if (!press || event.pointerId !== press.id) return
    if (press.run) hand.letGo()
    end()
  }

  function end() {
    clearTimeout(press?.timer)
    press?.copy?.remove()
    press?.run?.style.removeProperty('transform')
    delete press?.run?.dataset.dragging
    for (const column of renderer.columns) column.removeAttribute('data-catches')
    press = null
  }

  /**
   * Taps come as clicks, so that a screen reader's or a switch's do too. A tap that puts cards down
   * is not the first half of a double tap.
   */
  function click(event) {
    const column = columnOf(event.target)
    if ((skipClick && event.detail) || !column) {
      skipClick = false
      return
    }
    settle()
    const number = numberOf(column)
    const twice = last.column === number && event.timeStamp - last.time < DOUBLE_WITHIN
    const puts = state.held && state.held.column !== number
    last = { column: number, time: twice || puts ? -1e9 : event.timeStamp }
    if (twice && event.detail && state.likes.doubleClick !== 'off') hand.best(number)
    else hand.tap(number, countFrom(event.target))
  }

  const events = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: cancel, click }
  for (const [name, heard] of Object.entries(events)) tableau.addEventListener(name, heard)
  const noMenu = (event) => event.preventDefault()
  tableau.addEventListener('contextmenu', noMenu)

  return () => {
    end()
    tableau.removeEventListener('contextmenu', noMenu)
    for (const [name, heard] of Object.entries(events)) tableau.removeEventListener(name, heard)
  }
}
