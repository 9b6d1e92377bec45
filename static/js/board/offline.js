/** A lost connection. */

import { clockText, fill, gettext, ngettext } from '../i18n.js'

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
    unsent = state.pending.length
    if (!shown) tell()
    shown = true
    strip.hidden = false
    text.textContent = met || unsent ? lostText(unsent) : gettext('Connecting…')
    time.textContent = clockText(seconds).replace(/^0/, '')
  }

  function tell() {
    say(met ? gettext('Connection lost. Reconnecting.') : gettext('Connecting…'), true)
    if (unsent) say(keptText(unsent), true)
  }

  setInterval(paint, 250)

  return {
    paint,
    /** One action more that waits. Those made before the loss is told are told with it. */
    kept() {
      if (shown) say(keptText(state.pending.length), true)
      paint()
    },
    /** @param {boolean} open @param {number} [final] the code of a close that is for good */
    link(open, final) {
      if (open) return
      lost ||= performance.now()
      if (final) closedForGood()
    },
    /** The first word after opening: all is well again. */
    back() {
      if (shown && (met || unsent)) say(backText(unsent), true)
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

const keptText = (count) =>
  fill(ngettext('Kept: %(count)s move waits for the connection.', 'Kept: %(count)s moves wait for the connection.', count), { count })

function backText(unsent) {
  return unsent
    ? fill(ngettext('Back. %(count)s move sent.', 'Back. %(count)s moves sent.', unsent), { count: unsent })
    : gettext('Back.')
}
