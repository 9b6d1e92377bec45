/** The time left of a game's time limit: shown when it gets short, said twice, asked for at any time. */

import { clockText, fill, gettext, ngettext } from '../i18n.js'
import { playing } from './state.js'

const SHORT = 300
/** Of a short limit the last fifth. */
const PART = 5
const LAST_WORD = 60

/**
 * @param {HTMLElement} root
 * @param {import('./state.js').State} state
 * @param {{seconds: () => number, say: (text: string, news: boolean) => void}} panel
 */
export function createLimit(root, state, { seconds, say }) {
  const fact = root.querySelector('[data-fact="time"]')
  const label = fact.querySelector('span')
  const usual = label.textContent
  const limit = state.race.time_limit_s
  const short = Math.min(SHORT, limit / PART)
  let before = limit

  const left = () => Math.max(0, limit - seconds())

  function tick() {
    const now = left()
    const shown = playing(state) && now <= short
    const text = shown ? fill(gettext('%(time)s left'), { time: clockText(now).replace(/^0/, '') }) : usual
    fact.toggleAttribute('data-short', shown)
    if (label.textContent !== text) label.textContent = text
    if (shown && [short, LAST_WORD].some((mark) => before > mark && now <= mark)) say(leftText(now), true)
    before = now
  }

  setInterval(tick, 250)

  /** Alone there are weeks: nobody asks for those. */
  return { text: () => (playing(state) && state.race.mode !== 'solo' ? leftText(left()) : '') }
}

/** "3 hours left.", "5 minutes left.", in the last minute by the second. @param {number} seconds */
function leftText(seconds) {
  if (seconds < LAST_WORD) return fill(ngettext('%(count)s second left.', '%(count)s seconds left.', seconds), { count: seconds })
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours > 1) return fill(ngettext('%(count)s hour left.', '%(count)s hours left.', hours), { count: hours })
  return fill(ngettext('%(count)s minute left.', '%(count)s minutes left.', minutes), { count: minutes })
}
