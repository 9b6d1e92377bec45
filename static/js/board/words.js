/** What is said of a board: columns, what was taken, what happened. One sentence, one entry. */

import { clockText, fill, gettext, inRow, listed, ngettext } from '../i18n.js'
import { completed, nameOf } from './cards.js'

const counted = (one, many, count) => fill(ngettext(one, many, count), { count })
export const movesText = (count) => counted('%(count)s move', '%(count)s moves', count)
export const hintsText = (count) => counted('%(count)s hint so far.', '%(count)s hints so far.', count)
export const undosText = (count) => counted('%(count)s undo', '%(count)s undos', count)
const cardsText = (count) => counted('%(count)s card', '%(count)s cards', count)
const dealsText = (count) =>
  count ? counted('%(count)s deal left', '%(count)s deals left', count) : gettext('The stock is empty')

/** "Column 3: 5 face down, then 8 of hearts, 7 of hearts." @param {import('./state.js').Column} column */
function columnText(number, { down, up }) {
  const cards = inRow(up.map(nameOf))
  if (!up.length && !down) return fill(gettext('Column %(number)s: empty.'), { number })
  if (!down) return fill(gettext('Column %(number)s: %(cards)s.'), { number, cards })
  return fill(gettext('Column %(number)s: %(down)s face down, then %(cards)s.'), { number, down, cards })
}

/** The name of a column's button. */
export function columnName(number, column, movable, target) {
  const parts = [columnText(number, column)]
  if (movable) parts.push(fill(ngettext('%(count)s can move.', '%(count)s can move.', movable), { count: movable }))
  const text = parts.join(' ')
  return target ? fill(gettext('%(column)s, can go here.'), { column: text.replace(/\.$/, '') }) : text
}

/** The whole table, a sentence a line. @returns {string[]} */
export function boardLines(board, columns, need) {
  return [stockText(board, need), ...columns.map((column, at) => columnText(at + 1, column))]
}

/** "Stock: 50 cards, 5 deals left. No sequence complete." */
export function stockText({ stock, sequences }, need) {
  const values = { cards: cardsText(stock.cards), deals: dealsText(stock.deals) }
  const left = stock.cards
    ? fill(gettext('Stock: %(cards)s, %(deals)s.'), values)
    : gettext('The stock is empty.')
  const done = sequences.length
    ? fill(gettext('%(done)s of %(need)s sequences complete.'), { done: sequences.length, need })
    : gettext('No sequence complete.')
  return `${left} ${done}`
}

export const movesAndTime = (board, seconds) =>
  fill(gettext('%(moves)s, %(undos)s, %(time)s.'), {
    moves: movesText(board.moves), undos: undosText(board.undos), time: clockText(seconds),
  })

/** "Holding 3 cards from 7 of hearts, column 8. Can go to columns 6, 7 and 9." */
export function holding({ column, count }, card, targets, unknown) {
  const held = fill(
    ngettext(
      'Holding %(count)s card from %(card)s, column %(column)s.',
      'Holding %(count)s cards from %(card)s, column %(column)s.',
      count,
    ),
    { count, card: nameOf(card), column },
  )
  return unknown ? `${held} ${gettext('Your last move is not answered yet.')}` : `${held} ${whereTo(targets)}`
}

function whereTo(targets) {
  if (!targets.length) return gettext('Nowhere to go.')
  const sentence = ngettext('Can go to column %(columns)s.', 'Can go to columns %(columns)s.', targets.length)
  return fill(sentence, { columns: listed([...targets].sort((a, b) => a - b)) })
}

/**
 * What an action did.
 * @param {any[]} effects @param {any} before the board before it @param {any} board after it
 * @param {boolean} alone who plays with others has not won by finishing
 */
export function happened(effects, before, board, need, alone) {
  const undo = effects.some((effect) => effect.undone)
  const parts = effects.map((effect) => effectText(effect, before, board, need, undo)).filter(Boolean)
  if (effects.some((effect) => effect.ended || effect.hint)) return parts.join(' ')
  const moves = undo
    ? fill(gettext('%(moves)s, %(undos)s.'), { moves: movesText(board.moves), undos: undosText(board.undos) })
    : fill(gettext('%(moves)s.'), { moves: movesText(board.moves) })
  if (effects.some((effect) => effect.won)) return [...parts, finished(moves, board, alone)].join(' ')
  return effects.some((effect) => effect.dealt) ? parts.join(' ') : [...parts, moves].join(' ')
}

function finished(moves, board, alone) {
  if (alone) return `${gettext('All sequences are complete. You have won.')} ${moves}`
  return fill(gettext('All sequences are complete. You finished in %(moves)s.'), { moves: movesText(board.moves) })
}

/** What a hint says. @param {[number, number, number] | string} hint from, count, to; or that no move helps */
export function hintText(hint) {
  if (hint === 'deal') return gettext('No move helps. Deal a row.')
  if (hint === 'back') return gettext('No move helps. Go back a step.')
  if (hint === 'stuck') return gettext('No move helps. Play the same deal again, or take a new one.')
  const [from, count, to] = hint
  const sentence = ngettext(
    'Move the last card of column %(from)s to column %(to)s.',
    'Move the last %(count)s cards of column %(from)s to column %(to)s.',
    count,
  )
  return fill(sentence, { count, from, to })
}

function effectText(effect, before, board, need, undo) {
  if (effect.moved) return undo ? movedBack(effect.moved) : moved(effect.moved, before)
  if (effect.flipped) return fill(gettext('Turned over: %(card)s.'), { card: nameOf(effect.flipped[1]) })
  if (effect.sequence) return completed(effect.sequence[1], board.sequences.length, need)
  if (effect.dealt) return dealt(effect.dealt, board)
  if (effect.gathered) return gettext('Undone: the dealt row is back in the stock.')
  if (effect.hint) return hintText(effect.hint)
  return effect.ended ? gettext('This game has ended.') : ''
}

function moved([from, count, to], before) {
  const card = nameOf(before.columns[from - 1].up.at(-count) ?? '')
  const sentence = ngettext(
    '%(card)s, column %(from)s to column %(to)s.',
    '%(count)s cards from %(card)s, column %(from)s to column %(to)s.',
    count,
  )
  const text = fill(sentence, { count, card, from, to })
  return text[0].toUpperCase() + text.slice(1)
}

function movedBack([, count, to]) {
  const sentence = ngettext(
    'Undone: %(count)s card back to column %(to)s.',
    'Undone: %(count)s cards back to column %(to)s.',
    count,
  )
  return fill(sentence, { count, to })
}

function dealt(cards, board) {
  const each = cards.map((card, at) => fill(gettext('column %(number)s, %(card)s'), { number: at + 1, card: nameOf(card) }))
  const left = fill(gettext('%(deals)s.'), { deals: dealsText(board.stock.deals) })
  const now = fill(gettext('Now: %(columns)s.'), { columns: each.join(gettext('; ')) })
  if (cards.length === board.columns.length) return `${gettext('Dealt one card to each column.')} ${left} ${now}`
  return `${fill(gettext('Dealt to columns 1 to %(last)s.'), { last: cards.length })} ${left} ${now}`
}
