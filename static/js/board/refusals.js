/** Why an action was refused, in two parts: what, and which rule with the way out. */

import { fill, gettext, listed, ngettext } from '../i18n.js'
import { shortOf } from './cards.js'

/** One rank higher, with its article, as "7♥ needs …" says it. */
const HIGHER = {
  A: gettext('a 2'),
  2: gettext('a 3'),
  3: gettext('a 4'),
  4: gettext('a 5'),
  5: gettext('a 6'),
  6: gettext('a 7'),
  7: gettext('an 8'),
  8: gettext('a 9'),
  9: gettext('a 10'),
  T: gettext('a jack'),
  J: gettext('a queen'),
  Q: gettext('a king'),
}

/** @param {Record<string, any>} params */
function wrongRank({ card, on, columns = [] }) {
  const values = { card: shortOf(card), on: shortOf(on), higher: HIGHER[card[0]], columns: listed(columns) }
  const where = ngettext(
    'A card goes on one exactly one higher, of any suit. %(card)s needs %(higher)s: column %(columns)s ends in one.',
    'A card goes on one exactly one higher, of any suit. %(card)s needs %(higher)s: columns %(columns)s end in one.',
    columns.length,
  )
  const nowhere = gettext('A card goes on one exactly one higher, of any suit. %(card)s needs %(higher)s: no column ends in one.')
  return [fill(gettext('%(card)s can’t go on %(on)s.'), values), fill(columns.length ? where : nowhere, values)]
}

const group = ({ upper, lower, movable }) => ({ upper: shortOf(upper), lower: shortOf(lower), movable: shortOf(movable) })

/** @param {Record<string, any>} params with the column's last card, which may be all that moves */
function mixedSuit(params) {
  const sentence = params.movable === params.last
    ? gettext('%(lower)s on %(upper)s changes suit. Under the Classic rule a group is one suit: only %(movable)s can move.')
    : gettext('%(lower)s on %(upper)s changes suit. Under the Classic rule a group is one suit: what moves is %(movable)s and the cards on it.')
  return [gettext('Those cards can’t move together.'), fill(sentence, group(params))]
}

/** @type {Record<string, (params: any) => string[]>} */
const SENTENCES = {
  wrong_rank: wrongRank,
  on_ace: () => [gettext('Nothing goes on an ace.'), gettext('The ace is the lowest card.')],
  king_needs_empty: ({ card }) => [
    fill(gettext('%(card)s needs an empty column.'), { card: shortOf(card) }),
    gettext('No card is higher than a king.'),
  ],
  mixed_suit: mixedSuit,
  not_descending: (params) => [
    gettext('Those cards can’t move together.'),
    fill(gettext('%(lower)s does not follow %(upper)s. A group runs down one rank at a time.'), group(params)),
  ],
  nowhere: () => [gettext('These cards can go nowhere now.'), gettext('No column ends in a card exactly one higher, and none is empty.')],
  face_down: () => [gettext('That card is still face down.'), gettext('It turns over when nothing lies on it.')],
  empty_source: () => [gettext('That column is empty.'), gettext('Choose a column with cards.')],
  same_column: () => [gettext('The cards are already there.'), gettext('Choose another column, or Esc to let go.')],
  deal_empty_column: ({ column }) => [
    gettext('A row can’t be dealt yet.'),
    fill(gettext('Every column needs a card first. Column %(column)s is empty.'), { column }),
  ],
  deal_too_few_cards: () => [
    gettext('A row can’t be dealt.'),
    gettext('There are fewer cards than columns, so they can’t all be filled. Undo, play the same deal again, or take a new one.'),
  ],
  stock_empty: ({ deals }) => [
    gettext('The stock is empty.'),
    fill(ngettext('The %(deals)s deal has been made.', 'All %(deals)s deals have been made.', deals), { deals }),
  ],
  undo_nothing: () => [gettext('Nothing to undo.'), gettext('You are at the start of this deal.')],
  undo_sealed: () => [gettext('Undo stops here.'), gettext('A dealt row can’t be taken back.')],
  undo_limit: () => [gettext('Undo stops here.'), gettext('Only the last 100 actions can be taken back.')],
  undo_off: () => [gettext('This race has no undo.'), gettext('The host chose it: every move stands.')],
  not_started: () => [gettext('The race hasn’t started.'), gettext('The cards can be moved when the countdown ends.')],
  already_finished: () => [gettext('This game is finished.'), gettext('Watch the replay, or start a new one.')],
  not_a_player: () => [gettext('You are watching.'), gettext('Only the players can move these cards.')],
  out_of_step: () => [gettext('The table has changed.'), gettext('Your move met an older position; the current one is shown.')],
  hints_off: () => [gettext('This race has no hints.'), gettext('The host switched them off.')],
  too_fast: () => [gettext('Too fast.'), gettext('Wait a moment, then try again.')],
  unavailable: notStored,
  draining: notStored,
}

/** The server is about to go, and nothing waits for it. */
export const restartText = () => [gettext('The server restarts.'), gettext('One moment.')]

function notStored() {
  return [gettext('Not stored yet.'), gettext('The server is busy or restarting; your move is kept and sent again.')]
}

/** @param {string} code @param {Record<string, any>} [params] @returns {string[]} headline, rule */
export function refusalText(code, params = {}) {
  const sentence = SENTENCES[code]
  return sentence ? sentence(params) : [gettext('That is not a place on this table.'), '']
}
