/** How one player of a race is drawn. */

import { clockText, fill, gettext, ngettext } from './i18n.js'
import { movesText, undosText } from './board/words.js'
import { guestNumber, initials, who } from './people.js'

function element(tag, className, ...content) {
  const made = document.createElement(tag)
  made.className = className
  made.append(...content)
  return made
}

/**
 * A player's row in the race: mark, name, moves, sequences as pips, the rest in words.
 * What the reader may not see is absent from `player`, and from the row.
 * @param {any} player @param {boolean} you @param {number} need
 */
export function row(player, you, need) {
  const item = element('li', you ? 'strip-you' : 'strip-rival')
  const text = stateText(player, you)
  if (text) item.dataset.told = player.state === 'playing' ? player.presence : player.state
  const mark = element('span', `avatar ${you ? 'you' : 'rival'}`, initials(player))
  mark.ariaHidden = 'true'
  item.append(mark, you ? ownName(player) : element('span', `strip-name${guestNumber(player) ? ' guest' : ''}`, who(player)))
  if (player.moves === undefined) item.append(element('span', 'strip-more', text || gettext('begun')))
  else item.append(moves(player), pips(player.sequences, need), numbers(player, need, text))
  return item
}

/** "You" where there is little room, else the name and "you". */
function ownName(player) {
  const wide = element('span', 'wide', who(player), ' ', element('small', '', gettext('you')))
  return element('span', 'strip-name', element('span', 'narrow', gettext('You')), wide)
}

function moves({ moves: count }) {
  const number = element('b', '', String(count))
  return element('span', 'strip-moves', number, ' ', element('span', '', ngettext('move', 'moves', count)))
}

function pips(done, need) {
  const marks = Array.from({ length: need }, (_, at) => {
    const mark = document.createElement('i')
    mark.toggleAttribute('data-done', at < done)
    return mark
  })
  const all = element('span', 'strip-pips', ...marks)
  all.ariaHidden = 'true'
  return all
}

function numbers(player, need, text) {
  const values = { done: player.sequences, need }
  const narrow = element('span', 'narrow', fill(gettext('%(done)s/%(need)s'), values))
  const wide = element('span', 'wide', fill(gettext('%(done)s of %(need)s sequences'), values))
  const undos = element('span', 'strip-undos', undosText(player.undos ?? 0))
  const parts = [narrow, wide, undos]
  if (text) parts.push(element('span', '', text))
  return element('span', 'strip-more', ...parts)
}

/** Whoever reads this is there. */
function stateText({ state, ready, presence, seconds }, you = false) {
  const texts = {
    waiting: ready ? gettext('ready') : gettext('not started'),
    won: fill(gettext('finished, %(time)s'), { time: clockText(seconds ?? 0) }),
    resigned: gettext('gave up'),
    timed_out: gettext('out of time'),
    void: gettext('set aside'),
  }
  if (state !== 'playing') return texts[state] ?? ''
  return (!you && { away: gettext('away'), gone: gettext('left, may return') }[presence]) || ''
}

/** The same in a sentence, "Marta: 71 moves, 3 of 8 sequences, 0 undos." @param {any} player @param {number} need */
export function rowText(player, need) {
  const text = stateText(player)
  if (player.moves === undefined) return fill(gettext('%(name)s: %(state)s.'), { name: who(player), state: text || gettext('begun') })
  const values = { name: who(player), moves: movesText(player.moves), done: player.sequences, need, undos: undosText(player.undos ?? 0), state: text }
  if (!text) return fill(gettext('%(name)s: %(moves)s, %(done)s of %(need)s sequences, %(undos)s.'), values)
  return fill(gettext('%(name)s: %(moves)s, %(done)s of %(need)s sequences, %(undos)s, %(state)s.'), values)
}
