/** The houses: a place for each sequence, lit with its suit once it is finished. */

import { fill, gettext } from '../i18n.js'
import { icon } from './cards.js'

/** @param {HTMLElement} houses @param {string[]} sequences their suits @param {number} need */
export function paintHouses(houses, sequences, need) {
  houses.ariaLabel = fill(gettext('%(done)s of %(need)s sequences complete'), { done: sequences.length, need })
  ;[...houses.children].forEach((house, at) => {
    const suit = sequences[at] ?? ''
    if ((house.dataset.suit ?? '') === suit) return
    house.replaceChildren(...(suit ? [icon(`suit-${suit}`, 'suit')] : []))
    if (suit) house.dataset.suit = suit
    else delete house.dataset.suit
  })
}
