/** The hand: what is held, and what a tap, a key or a drop does with it. Fingers and keys use the same. */

import { columnsOf, isTouched, placeableOf, playing, runOf, targetsOf } from './state.js'
import { gettext } from '../i18n.js'
import { holding } from './words.js'

/**
 * @param {import('./state.js').State} state
 * @param {object} to
 * @param {(action: import('../net/actions.js').Action) => void} to.act
 * @param {() => void} to.changed
 * @param {(text: string) => void} to.say
 * @param {(code: string, params?: object) => void} to.refuse
 */
export function createHand(state, { act, changed, say, refuse }) {
  const cardsIn = (column) => columnsOf(state)[column - 1].up

  /** Hold the last `count` cards of a column, by itself the longest run. True if that could be. */
  function take(column, count = runOf(state, column)) {
    const cards = cardsIn(column)
    if (!playing(state)) return refuse('already_finished')
    if (!cards.length) return refuse('empty_source')
    const held = hold(column, Math.min(Math.max(count, 1), cards.length))
    say(holding(held, cards.at(-held.count), targetsOf(state, column, held.count), isTouched(state, column)))
    changed()
    return true
  }

  /** In the hand are these cards, not whatever may lie there later. */
  function hold(column, count) {
    const held = { column, count, cards: cardsIn(column).slice(-count).join() }
    Object.assign(state, { held, focus: column })
    return held
  }

  function letGo() {
    if (state.held) say(gettext('Let go.'))
    state.held = null
    changed()
  }

  /** One card more or fewer. */
  function adjust(by) {
    const { held } = state
    if (!held) return take(state.focus)
    const count = held.count + by
    if (count >= 1 && count <= cardsIn(held.column).length) take(held.column, count)
  }

  /** Put what is held on a column; where it may not go the server says why. */
  function put(to, dragged = false) {
    const { column: from, count } = state.held
    // After a move that is not answered yet nobody knows where these can go: the server will say.
    const unknown = isTouched(state, from) || isTouched(state, to)
    const drawn = dragged || unknown || targetsOf(state, from, count).includes(to)
    state.held = null
    state.focus = to
    act({ type: 'move', from, count, to, drawn })
  }

  /** Send a column's run to its best place: the first that the server names. */
  function best(column) {
    const own = state.held?.column === column
    const wanted = own ? state.held.count : placeableOf(state, column)
    const [to] = targetsOf(state, column, wanted)
    if (to === undefined) return stay(column, own ? wanted : undefined)
    hold(column, wanted)
    return put(to)
  }

  /** Cards that have no place are in the hand, and it is said why. */
  function stay(column, count) {
    if (!take(column, count) || isTouched(state, column)) return
    // Why they do not go together the server says, wherever they are to go.
    if (count > runOf(state, column)) put(column === 1 ? 2 : 1)
    else refuse('nowhere')
  }

  /** @param {number} column @param {number} [inside] the tapped card and those on it, when face-up */
  function tap(column, inside = 0) {
    const { held } = state
    if (!held) return take(column)
    if (held.column !== column) return put(column)
    if (inside && inside < held.count) return take(column, inside)
    return letGo()
  }

  return { take, letGo, adjust, put, best, tap, holdAgain: ({ from, count }) => hold(from, count) }
}
