/** Who races here: the page's title, and the panel with a row for everybody. */

import { fill, gettext } from '../i18n.js'
import { row } from '../strip-rows.js'
import { who } from '../people.js'

/**
 * @param {HTMLElement} root the board's main element
 * @param {import('./state.js').State} state
 * @param {{need: number, ordered: () => any[]}} with_ in which order, and who is shown at all
 */
export function createPlayers(root, state, { need, ordered }) {
  const popover = root.querySelector('#board-players')
  const list = popover?.querySelector('ol')
  const heading = root.querySelector('.board-head h1')

  /** Rows are drawn while they are looked at. */
  function paint() {
    if (!popover) return
    paintTitle()
    if (popover.matches(':popover-open')) {
      list.replaceChildren(...ordered().map((player) => row(player, player.seat === state.you.seat, need)))
    }
  }

  /** Who comes and goes before the go may change what the race is called. */
  function paintTitle() {
    const title = raceTitle(state)
    if (heading.textContent === title) return
    heading.textContent = title
    document.title = `${title} · Spiderweb`
  }

  popover?.addEventListener('toggle', paint)

  return { paint }
}

/** The same as the server's `race_title`. @param {import('./state.js').State} state */
function raceTitle({ race, you }) {
  const rivals = race.players.filter(({ seat }) => seat !== you.seat)
  if (rivals.length === 1) return fill(gettext('Race with %(name)s'), { name: who(rivals[0]) })
  return race.game === 'spider' ? gettext('Spider race') : gettext('Spiderette race')
}
