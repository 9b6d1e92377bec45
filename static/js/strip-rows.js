/** How one player of a race is drawn. */

import { clockText, fill, gettext, ngettext } from './i18n.js'
import { undosText } from './board/words.js'
import { initials, who } from './people.js'

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
  if (player.presence && player.state === 'playing') item.dataset.presence = player.presence
  const mark = element('span', `avatar ${you ? 'you' : 'rival'}`, initials(player))
  mark.ariaHidden = 'true'
  item.append(mark, you ? ownName(player) : element('span', 'strip-name', who(player)))
  if (player.moves === undefined) item.append(element('span', 'strip-more', stateText(player)))
  else item.append(moves(player), pips(player.sequences, need), numbers(player, need))
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

function numbers(player, need) {
  const values = { done: player.sequences, need }
  const narrow = element('span', 'narrow', fill(gettext('%(done)s/%(need)s'), values))
  const wide = element('span', 'wide', fill(gettext('%(done)s of %(need)s sequences'), values))
  const undos = element('span', 'wide', undosText(player.undos ?? 0))
  const parts = [narrow, wide, undos]
  const text = stateText(player)
  if (text) parts.push(element('span', 'wide', text))
  return element('span', 'strip-more', ...parts)
}

function stateText({ state, presence, seconds }) {
  const texts = {
    waiting: gettext('not started'),
    won: fill(gettext('finished, %(time)s'), { time: clockText(seconds ?? 0) }),
    resigned: gettext('gave up'),
    timed_out: gettext('out of time'),
    void: gettext('set aside'),
  }
  if (state !== 'playing') return texts[state] ?? ''
  return { away: gettext('away'), gone: gettext('left, may return') }[presence] ?? ''
}
