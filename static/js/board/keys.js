/** The board by keyboard. Letters and digits work only while it has the focus. */

import { openPopover } from './popovers.js'
import { over } from './state.js'

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/**
 * @param {HTMLElement} table
 * @param {object} board
 * @param {import('./state.js').State} board.state
 * @param {ReturnType<import('./hand.js').createHand>} board.hand
 * @param {ReturnType<import('./render.js').createRenderer>} board.renderer
 * @param {Record<string, () => void>} board.controls deal, undo, hint, close, quiet, help, and what is read aloud
 * @param {(column: number) => void} board.read says one column in full
 * @returns {() => void} unbinds
 */
export function bindKeys(table, { state, hand, renderer, controls, read }) {
  const count = renderer.columns.length

  function go(by) {
    state.focus = ((state.focus - 1 + by + count) % count) + 1
    renderer.paint()
    renderer.columns[state.focus - 1].focus()
  }

  /** A digit takes from its column; while cards are held it puts them there. */
  function column(number) {
    if (number > count) return
    if (state.held?.column === number) hand.letGo()
    else if (state.held) hand.put(number)
    else hand.take(number)
    renderer.columns[number - 1].focus()
  }

  /** Lets go and closes a notice in one press; with nothing held also the dock. */
  function escape() {
    if (!state.held) return controls.close()
    hand.letGo()
    return controls.quiet()
  }

  const keys = {
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    ArrowUp: () => hand.adjust(1),
    ArrowDown: () => hand.adjust(-1),
    '+': () => hand.adjust(1),
    '=': () => hand.adjust(1),
    '-': () => hand.adjust(-1),
    Escape: escape,
    a: () => hand.best(state.held?.column ?? state.focus),
    d: controls.deal,
    u: controls.undo,
    h: controls.hint,
    b: controls.board,
    s: controls.stock,
    t: controls.time,
    o: controls.rivals,
    l: controls.last,
    '?': controls.help,
  }

  /** Digits go by the key's place, so that Shift+3 is found on every layout. */
  function digitOf(event) {
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1]
    return digit === undefined ? 0 : Number(digit) || 10
  }

  function press(event) {
    if (event.altKey || event.metaKey || openPopover()) return
    if (event.ctrlKey) return event.key === 'z' ? run(event, controls.undo) : undefined
    if (event.key === 'Enter' && over(state)) return run(event, controls.result)
    const bar = event.target.closest('[role="toolbar"]')
    if (bar && event.key in STEPS) return run(event, () => along(bar, STEPS[event.key]))
    const digit = digitOf(event)
    if (digit && event.shiftKey && digit <= count) return run(event, () => read(digit))
    if (digit && !event.shiftKey) return run(event, () => column(digit))
    const key = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    return key && run(event, key)
  }

  /** In the toolbar the arrows go from button to button. */
  function along(bar, by) {
    const buttons = [...bar.querySelectorAll('button')].filter((button) => button.checkVisibility())
    buttons.at((buttons.indexOf(document.activeElement) + by) % buttons.length).focus()
  }

  function run(event, key) {
    event.preventDefault()
    key()
  }

  const focus = (event) => {
    const number = Number(event.target.closest?.('.column')?.dataset.column)
    if (!number || number === state.focus) return
    state.focus = number
    renderer.invalidate()
  }

  table.addEventListener('keydown', press)
  table.addEventListener('focusin', focus)
  return () => {
    table.removeEventListener('keydown', press)
    table.removeEventListener('focusin', focus)
  }
}
