/** The board read aloud, or as a list: at a key's press, and in the "Board as text" list. */

import { boardLines, columnName, happened, movesAndTime, stockText } from './words.js'
import { columnsOf, playing, runOf } from './state.js'
import { gettext } from '../i18n.js'
import { inOrder } from '../order.js'
import { rowText } from '../strip-rows.js'

/**
 * @param {HTMLElement} root
 * @param {import('./state.js').State} state
 * @param {{panel: ReturnType<import('./panel.js').createPanel>, limit: {text: () => string}, need: number}} with_
 */
export function createReading(root, state, { panel, limit, need }) {
  const popover = root.querySelector('#board-words')
  const list = popover.querySelector('[data-words]')
  let last = ''

  const lines = () => boardLines(state.board, columnsOf(state), need)

  const rivals = () => inOrder(state.race.players, state.you.seat).filter(({ seat }) => seat !== state.you.seat)

  function rivalsText() {
    if (state.likes.quiet === 'on' && playing(state)) return gettext('This is a quiet race: the others are shown when your game is over.')
    return rivals().map((player) => rowText(player, need)).join(' ') || gettext('Nobody else plays here.')
  }

  /** The list is kept up to date while it is open. */
  function paint() {
    if (!popover.matches(':popover-open')) return
    list.replaceChildren(...lines().map((line) => Object.assign(document.createElement('li'), { textContent: line })))
  }

  popover.addEventListener('toggle', paint)

  return {
    paint,

    /** Says what an action did, and keeps it for the key that reads it again. */
    happened(effects, before) {
      last = happened(effects, before, state.board, need, state.race.mode === 'solo')
      panel.say(last)
    },

    column: (number) => panel.say(columnName(number, columnsOf(state)[number - 1], runOf(state, number), false)),

    aloud: {
      board: () => panel.say(lines().join(' ')),
      stock: () => panel.say(stockText(state.board, need)),
      time: () => panel.say(`${movesAndTime(state.board, panel.seconds())} ${limit.text()}`.trim()),
      rivals: () => panel.say(rivalsText()),
      last: () => panel.say(last),
    },
  }
}
