/** People as they are shown: the same as the server's filters `who` and `initials`. */

import { fill, gettext } from './i18n.js'

/** @typedef {{name: string, guest?: boolean}} Player */

/** @param {Player} player @returns {string | undefined} */
export const guestNumber = ({ name, guest }) => (guest ? /^guest-(\d+)$/.exec(name)?.[1] : undefined)

/** "guest-4821" is Guest 4821, the word in the reader's language. @param {Player} player */
export function who(player) {
  const number = guestNumber(player)
  return number ? fill(gettext('Guest %(number)s'), { number }) : player.name
}

/** "marta kovač" is MK, "olena" is OL; of a guest's number the last two digits. @param {Player} player */
export function initials(player) {
  const number = guestNumber(player)
  if (number) return number.slice(-2)
  const parts = player.name.split(/[\s_-]+/).filter(Boolean)
  return (parts.length > 1 ? parts[0][0] + parts[1][0] : player.name.slice(0, 2)).toUpperCase()
}
