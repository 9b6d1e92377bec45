/** Paints the tableau: only columns that changed, at most once a frame. */

import { backElement, cardElement, span } from './cards.js'
import { fit, lay, measure } from './compact.js'
import { arriving, columnsOf, runOf, targetsOf } from './state.js'
import { columnName } from './words.js'

/** A mark below a column's last card may hang over the edge. */
const SLACK = 12

/**
 * @param {HTMLElement} tableau
 * @param {import('./state.js').State} state
 */
export function createRenderer(tableau, state) {
  const columns = state.board.columns.map((_, at) => columnButton(at + 1))
  /** @type {string[]} what each column showed last */
  const painted = []
  /** @type {HTMLElement | undefined} the column that has last got more cards */
  let grown
  let size
  let frame = 0

  tableau.replaceChildren(...columns)
  const watch = new ResizeObserver(() => {
    size = undefined
    painted.length = 0
    invalidate()
  })
  watch.observe(tableau.parentElement)

  /** Paint at the next frame, however often this is asked. */
  function invalidate() {
    frame ||= requestAnimationFrame(paint)
  }

  /** Paint now. */
  function paint() {
    cancelAnimationFrame(frame)
    frame = 0
    size ??= measure(tableau)
    const { held } = state
    const targets = held ? targetsOf(state, held.column, held.count) : []
    columnsOf(state).forEach((column, at) => paintIfChanged(at, column, targets.includes(at + 1)))
    mark()
  }

  function paintIfChanged(at, column, target) {
    const held = state.held?.column === at + 1 ? state.held.count : 0
    const movable = runOf(state, at + 1)
    const late = arriving(state, at + 1)
    const hinted = state.hint && hintedIn(state.hint, at + 1)
    const look = JSON.stringify([column, held, target, movable, late, hinted])
    if (painted[at] === look) return
    if (column.up.length > columns[at].querySelectorAll('.card:not(.down)').length) grown = columns[at]
    paintColumn(columns[at], column, { held, late, hinted })
    const { dataset } = columns[at]
    dataset.target = ''
    if (!target || state.likes.placementHelp === 'off') delete dataset.target
    columns[at].ariaPressed = String(held > 0)
    columns[at].ariaLabel = columnName(at + 1, column, movable, target)
    painted[at] = look
  }

  function paintColumn(element, column, { held, late, hinted }) {
    element.replaceChildren(element.firstChild, ...cardsOf(column, held, late))
    ring(element, hinted)
    element.toggleAttribute('data-held', held > 0)
    element.toggleAttribute('data-pending', late > 0)
    element.toggleAttribute('data-empty', column.down + column.up.length === held)
    if (column.down) element.dataset.down = column.down
    else delete element.dataset.down
    lay(element, fit(column.down, column.up.length, size.room, size.steps))
  }

  /** The roving tab stop; and whether the piles are longer than the screen after all. */
  function mark() {
    columns.forEach((column, at) => {
      const stop = at + 1 === state.focus ? 0 : -1
      if (column.tabIndex !== stop) column.tabIndex = stop
    })
    const scroller = tableau.parentElement
    if (tableau.querySelector('[data-dragging]')) return
    const long = scroller.scrollHeight > scroller.clientHeight + SLACK
    scroller.toggleAttribute('data-scrolls', long)
    if (long && !state.held) grown?.lastElementChild.scrollIntoView({ block: 'nearest' })
    grown = undefined
  }

  return {
    columns,
    invalidate,
    paint,
    destroy() {
      watch.disconnect()
      cancelAnimationFrame(frame)
    },
  }
}

/** Which of a column's last cards a hint means: those to move, or the one they go on. */
function hintedIn({ from, count, to }, number) {
  if (number === from) return count
  return number === to ? 1 : 0
}

/** A ring round the card that a hint means, or round the empty place. */
function ring(element, hinted) {
  const card = [...element.querySelectorAll('.card')].at(-hinted)
  element.toggleAttribute('data-hint', Boolean(hinted) && !card)
  if (hinted && card) card.dataset.hint = ''
}

/** One column is one button; its name says all, so the cards in it are hidden from readers. */
function columnButton(number) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'column'
  button.dataset.column = String(number)
  button.tabIndex = -1
  const label = span('column-number', String(number))
  label.ariaHidden = 'true'
  button.append(label)
  return button
}

/** The cards of a column; those that are held lie on one wrapper, moved by one transform. */
function cardsOf({ down, up }, held, late) {
  const from = up.length - held
  const cards = up.map((card, at) => cardElement(card, at === up.length - 1 || at === from - 1))
  for (const card of late ? cards.slice(-late) : []) card.dataset.pending = ''
  const backs = Array.from({ length: down }, backElement)
  if (!held) return [...backs, ...cards]
  return [...backs, ...cards.slice(0, from), span('run', ...cards.slice(from))]
}
