/** How a game has ended, for its player, and who has won the race. */

import { clockText, fill, gettext, ngettext } from '../i18n.js'
import { movesText } from './words.js'
import { who } from '../people.js'

/**
 * The two lines when the own game is over: of a race that is closed the verdict first.
 * @param {import('./state.js').State} state @param {boolean} closed @returns {string[]}
 */
export function resultText({ board, race, you }, closed) {
  const own = ownText(board, race.mode === 'solo')
  const decided = closed ? verdict(race, you) : ''
  const offer = race.successor ? gettext('A rematch is offered.') : ''
  return decided ? [decided, offer || own] : [own, closed ? offer : othersText(race, you)]
}

function ownText({ state, moves, seconds }, alone) {
  const values = { moves: movesText(moves), time: clockText(seconds) }
  const won = alone ? gettext('You won in %(moves)s, %(time)s.') : gettext('You finished in %(moves)s, %(time)s.')
  const lines = {
    won: fill(won, values),
    resigned: gettext('You gave up this game.'),
    timed_out: gettext('The time for this game is over.'),
    void: gettext('This game was set aside.'),
  }
  return lines[state] ?? ''
}

/** Who won a closed race and by what, by the places that the server gives. */
function verdict({ players }, you) {
  const ranked = players.filter(({ place }) => place).sort((a, b) => a.place - b.place)
  const [first, second] = ranked
  if (!first || compared(players) < 2) return ''
  const mine = first.seat === you.seat
  if (first.draw) return drawText(first, ranked.filter(({ place }) => place === 1), you)
  if (!second) return mine ? gettext('You win.') : fill(gettext('%(name)s wins.'), { name: who(first) })
  if (first.moves === second.moves) return byTime(first, second, mine)
  const values = { name: who(first), lead: second.moves - first.moves, own: first.moves, other: second.moves }
  return mine
    ? fill(ngettext('You win by %(lead)s move: %(own)s to %(other)s.', 'You win by %(lead)s moves: %(own)s to %(other)s.', values.lead), values)
    : fill(ngettext('%(name)s wins by %(lead)s move: %(own)s to %(other)s.', '%(name)s wins by %(lead)s moves: %(own)s to %(other)s.', values.lead), values)
}

/** How many are compared, won or not: who knew the cards only where all did. */
function compared(players) {
  const begun = players.filter(({ state }) => state !== 'waiting')
  const fresh = begun.filter(({ practice }) => !practice)
  return fresh.length || begun.length
}

function byTime(first, second, mine) {
  const values = { name: who(first), moves: movesText(first.moves), own: clockText(first.seconds), other: clockText(second.seconds) }
  return mine
    ? fill(gettext('You win on time: both %(moves)s, %(own)s to %(other)s.'), values)
    : fill(gettext('%(name)s wins on time: both %(moves)s, %(own)s to %(other)s.'), values)
}

function drawText({ moves, seconds }, drawn, you) {
  const values = { moves: movesText(moves), time: clockText(seconds) }
  if (drawn.some(({ seat }) => seat === you.seat)) {
    return drawn.length > 2 ? fill(gettext('A draw: all %(moves)s and %(time)s.'), values) : fill(gettext('A draw: both %(moves)s and %(time)s.'), values)
  }
  return fill(gettext('A draw at the top: %(moves)s and %(time)s.'), values)
}

function othersText({ players }, you) {
  const left = players.filter(({ seat, state }) => seat !== you.seat && state === 'playing')
  if (!left.length) return ''
  if (left.length > 1) {
    return fill(ngettext('%(count)s player is still playing.', '%(count)s players are still playing.', left.length), { count: left.length })
  }
  return fill(gettext('%(name)s is still playing.'), { name: who(left[0]) })
}
