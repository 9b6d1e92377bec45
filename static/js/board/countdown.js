/** Three, two, one: the time before a live race's go, by the server's clock. */

import { gettext } from '../i18n.js'

const EVERY = 50
/** The go is announced by the server; when its word is this late, it is asked for. */
const LATE = 600

/**
 * @param {HTMLElement} root
 * @param {{clock: ReturnType<import('../clock.js').createClock>, goAt: () => number, ask: () => void, sound: (name: string) => void}} with_
 */
export function createCountdown(root, { clock, goAt, ask, sound }) {
  const veil = root.querySelector('[data-countdown]')
  const numeral = veil.querySelector('[data-numeral]')
  let asked = 0
  let said = ''

  function show(text) {
    if (text === said) return
    said = text
    sound(text === gettext('Go') ? 'go' : 'tick')
    root.querySelector('[data-alert]').textContent = text
    numeral.textContent = text
    delete numeral.dataset.fresh
    void numeral.offsetWidth
    numeral.dataset.fresh = ''
  }

  function tick() {
    if (!clock.known()) return
    const left = goAt() - clock.now()
    show(left > 0 ? String(Math.ceil(left / 1000)) : gettext('Go'))
    if (left < -LATE * (asked + 1)) {
      asked += 1
      ask()
    }
  }

  const ticking = setInterval(tick, EVERY)

  return {
    /** The cards are there. */
    go() {
      clearInterval(ticking)
      show(gettext('Go'))
      const inside = veil.contains(document.activeElement)
      veil.remove()
      for (const part of root.querySelectorAll('[inert]')) part.inert = false
      if (inside) root.querySelector('.tableau .column[tabindex="0"]')?.focus()
    },
  }
}
