/** Paints the tableau: only columns that changed, in them only cards that changed, at most once a frame. */

import { backElement, cardElement, span } from './cards.js'
import { fit, lay, measure } from './compact.js'
import { arriving, columnsOf, runOf, targetsOf } from './state.js'
import { columnName } from './words.js'

// A length is worked out once a column; what is only text is anew for every card.
CSS.registerProperty?.({ name: '--card-w', syntax: '<length>', inherits: true, initialValue: '0px' })

/** A mark below a column's last card may hang over the edge. */
const SLACK = 12

/**
 * @param {HTMLElement} tableau
 * @param {import('./state.js').State} state
 * @param {(paint: () => void) => void} squeezed how to paint when a notice takes or gives back room
 */
export function createRenderer(tableau, state, squeezed) {
  const columns = state.board.columns.map((_, at) => columnButton(at + 1))
  /** @type {string[]} what each column showed last */
  const painted = []
  /** how many cards each had when it was last looked whether they fit */
  let counts = ''
  /** @type {HTMLElement | undefined} the column whose end is to be shown: it has got more cards */
  let grown
  let size
  let width = 0
  let frame = 0

  tableau.replaceChildren(...columns)
  const watch = new ResizeObserver(([{ contentRect }]) => {
    if (state.held) grown = columns[state.held.column - 1] // what is held stays in sight
    size = undefined
    painted.length = 0
    counts = ''
    if (width === contentRect.width) squeezed(paint)
    else invalidate()
    width = contentRect.width
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
    columns.forEach((column, at) => {
      const stop = at + 1 === state.focus ? 0 : -1
      if (column.tabIndex !== stop) column.tabIndex = stop
    })
    // A look costs a layout: not for what is only held, nor in a drag.
    const now = columnsOf(state).map(({ down, up }) => `${down} ${up.length}`).join()
    if (now === counts || tableau.querySelector('[data-dragging]')) return
    counts = now
    reach()
  }

  function paintIfChanged(at, column, target) {
    const held = state.held?.column === at + 1 ? state.held.count : 0
    const movable = runOf(state, at + 1)
    const late = arriving(state, at + 1)
    const hinted = state.hint && hintedIn(state.hint, at + 1)
    const look = JSON.stringify([column, held, target, movable, late, hinted])
    if (painted[at] === look) return
    const before = columns[at].querySelectorAll('.card:not(.down)').length
    if (before && column.up.length > before) grown = columns[at]
    paintColumn(columns[at], column, { held, late, hinted })
    columns[at].toggleAttribute('data-target', target && state.likes.placementHelp !== 'off')
    columns[at].ariaPressed = String(held > 0)
    columns[at].ariaLabel = columnName(at + 1, column, movable, target)
    painted[at] = look
  }

  function paintColumn(element, column, { held, late, hinted }) {
    const cards = cardsOf(element, column, held)
    cards.forEach((card, at) => {
      card.toggleAttribute('data-pending', at >= cards.length - late)
      card.toggleAttribute('data-hint', at === cards.length - hinted)
    })
    arrange(element, cards, held)
    element.toggleAttribute('data-hint', Boolean(hinted) && !cards.length)
    element.toggleAttribute('data-held', held > 0)
    element.toggleAttribute('data-pending', late > 0)
    element.toggleAttribute('data-empty', cards.length === held)
    if (column.down) element.dataset.down = column.down
    else delete element.dataset.down
    lay(element, fit(column.down, column.up.length, size.room, size.steps))
  }

  /** Whether the piles are longer than the screen after all; then the one that grew is shown to its end. */
  function reach() {
    const scroller = tableau.parentElement
    const long = scroller.scrollHeight > scroller.clientHeight + SLACK
    scroller.toggleAttribute('data-scrolls', long)
    if (long && grown) [...grown.querySelectorAll('.card')].at(-1).scrollIntoView({ block: 'nearest' })
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

/** The cards of a column: those that it shows already, and new ones for what has changed. */
function cardsOf(element, { down, up }, held) {
  const shown = [...element.querySelectorAll('.card')]
  const open = (at) => at === up.length - 1 || at === up.length - held - 1
  const looks = [...Array(down).fill(''), ...up.map((card, at) => (open(at) ? `${card}+` : card))]
  return looks.map((look, at) => {
    if (shown[at]?.dataset.look === look) return shown[at]
    const card = look ? cardElement(look.slice(0, 2), look.length > 2) : backElement()
    card.dataset.look = look
    return card
  })
}

/** Cards that are held lie on one wrapper, moved by one transform. */
function arrange(element, cards, held) {
  const rest = cards.slice(0, cards.length - held)
  const run = held ? element.querySelector('.run') ?? span('run') : null
  if (run) put(run, cards.slice(-held))
  put(element, [element.firstChild, ...rest, ...(run ? [run] : [])])
}

/** Make these the children, and leave alone those that are. */
function put(parent, children) {
  children.forEach((child, at) => {
    const there = parent.childNodes[at] ?? null
    if (there !== child) parent.insertBefore(child, there)
  })
  while (parent.childNodes.length > children.length) parent.lastChild.remove()
}
