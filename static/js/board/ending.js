/** A lost connection, and the lines at the end of a game. */

import { clockText, fill, gettext, ngettext } from '../i18n.js'
import { movesText } from './words.js'
import { who } from '../people.js'

const PATIENCE = 1000
/** For a page that has just been opened, before it says that it is not connected yet. */
const FIRST_PATIENCE = 3000

/**
 * The strip that says the connection is lost: after a second without it.
 * @param {HTMLElement} root
 * @param {import('./state.js').State} state
 * @param {{say: (text: string, news: boolean) => void}} panel
 */
export function bindOffline(root, state, { say }) {
  const strip = root.querySelector('[data-offline]')
  const [text, time] = strip.querySelectorAll('span')
  /** when it was lost; 0 while it is there */
  let lost = performance.now()
  let shown = false
  let unsent = 0
  /** has it ever been there? */
  let met = false

  function paint() {
    if (!lost) return
    const since = performance.now() - lost
    const seconds = Math.floor(since / 1000)
    if (!shown && since < (met ? PATIENCE : FIRST_PATIENCE)) return
    if (!shown) say(met ? gettext('Connection lost. Reconnecting.') : gettext('Connecting…'), true)
    shown = true
    unsent = state.pending.length
    strip.hidden = false
    text.textContent = met ? lostText(unsent) : gettext('Connecting…')
    time.textContent = clockText(seconds).replace(/^0/, '')
  }

  setInterval(paint, 250)

  return {
    paint,
    /** @param {boolean} open @param {number} [final] the code of a close that is for good */
    link(open, final) {
      if (open) return
      lost ||= performance.now()
      if (final) closedForGood()
    },
    /** The first word after opening: all is well again. */
    back() {
      if (shown && met) say(backText(unsent), true)
      met = true
      lost = 0
      shown = false
      strip.hidden = true
    },
  }

  function closedForGood() {
    lost = 0
    strip.hidden = false
    text.textContent = gettext('The server has closed this connection. Load the page again to go on.')
    time.textContent = ''
  }
}

function lostText(unsent) {
  if (!unsent) return gettext('Reconnecting…')
  const sentence = ngettext(
    'Reconnecting… your last move is kept and will be sent.',
    'Reconnecting… your last %(count)s moves are kept and will be sent.',
    unsent,
  )
  return fill(sentence, { count: unsent })
}

function backText(unsent) {
  return unsent
    ? fill(ngettext('Back. %(count)s move sent.', 'Back. %(count)s moves sent.', unsent), { count: unsent })
    : gettext('Back.')
}

/** The two lines when the own game is over. @param {import('./state.js').State} state @returns {string[]} */
export function resultText({ board, race, you }, closed) {
  const values = { moves: movesText(board.moves), time: clockText(board.seconds) }
  const lines = {
    won: fill(gettext('You won in %(moves)s, %(time)s.'), values),
    resigned: gettext('You gave up this game.'),
    timed_out: gettext('The time for this game is over.'),
    void: gettext('This game was set aside.'),
  }
  return [lines[board.state] ?? '', closed ? verdict(race, you) : othersText(race, you)]
}

/** Who won a closed race, by the places that the server gives. */
function verdict({ players }, you) {
  const first = players.filter(({ place }) => place === 1)
  if (players.length < 2 || !first.length) return ''
  if (first.length > 1) return gettext('A draw.')
  if (first[0].seat === you.seat) return gettext('You win.')
  return fill(gettext('%(name)s wins.'), { name: who(first[0]) })
}

function othersText({ players }, you) {
  const left = players.filter(({ seat, state }) => seat !== you.seat && state === 'playing')
  if (!left.length) return ''
  if (left.length > 1) {
    return fill(ngettext('%(count)s player is still playing.', '%(count)s players are still playing.', left.length), { count: left.length })
  }
  return fill(gettext('%(name)s is still playing.'), { name: who(left[0]) })
}
