/** Card names whole from the catalogue, and the elements that show cards. */

import { fill, gettext } from '../i18n.js'

const NAMES = {
  AS: gettext('ace of spades'),
  '2S': gettext('2 of spades'),
  '3S': gettext('3 of spades'),
  '4S': gettext('4 of spades'),
  '5S': gettext('5 of spades'),
  '6S': gettext('6 of spades'),
  '7S': gettext('7 of spades'),
  '8S': gettext('8 of spades'),
  '9S': gettext('9 of spades'),
  TS: gettext('10 of spades'),
  JS: gettext('jack of spades'),
  QS: gettext('queen of spades'),
  KS: gettext('king of spades'),
  AH: gettext('ace of hearts'),
  '2H': gettext('2 of hearts'),
  '3H': gettext('3 of hearts'),
  '4H': gettext('4 of hearts'),
  '5H': gettext('5 of hearts'),
  '6H': gettext('6 of hearts'),
  '7H': gettext('7 of hearts'),
  '8H': gettext('8 of hearts'),
  '9H': gettext('9 of hearts'),
  TH: gettext('10 of hearts'),
  JH: gettext('jack of hearts'),
  QH: gettext('queen of hearts'),
  KH: gettext('king of hearts'),
  AD: gettext('ace of diamonds'),
  '2D': gettext('2 of diamonds'),
  '3D': gettext('3 of diamonds'),
  '4D': gettext('4 of diamonds'),
  '5D': gettext('5 of diamonds'),
  '6D': gettext('6 of diamonds'),
  '7D': gettext('7 of diamonds'),
  '8D': gettext('8 of diamonds'),
  '9D': gettext('9 of diamonds'),
  TD: gettext('10 of diamonds'),
  JD: gettext('jack of diamonds'),
  QD: gettext('queen of diamonds'),
  KD: gettext('king of diamonds'),
  AC: gettext('ace of clubs'),
  '2C': gettext('2 of clubs'),
  '3C': gettext('3 of clubs'),
  '4C': gettext('4 of clubs'),
  '5C': gettext('5 of clubs'),
  '6C': gettext('6 of clubs'),
  '7C': gettext('7 of clubs'),
  '8C': gettext('8 of clubs'),
  '9C': gettext('9 of clubs'),
  TC: gettext('10 of clubs'),
  JC: gettext('jack of clubs'),
  QC: gettext('queen of clubs'),
  KC: gettext('king of clubs'),
}

const SIGNS = { S: '♠', H: '♥', D: '♦', C: '♣' }

/** "7 of hearts" @param {string} card */
export const nameOf = (card) => NAMES[card] ?? card

const rankOf = (/** @type {string} */ card) => card[0].replace('T', '10')

/** "7♥", for sentences that are read with the cards in sight. @param {string} card */
export const shortOf = (card) => rankOf(card) + SIGNS[card[1]]

/** "Hearts complete. 3 of 8." @param {string} suit */
export function completed(suit, done, need) {
  const sentences = {
    S: gettext('Spades complete. %(done)s of %(need)s.'),
    H: gettext('Hearts complete. %(done)s of %(need)s.'),
    D: gettext('Diamonds complete. %(done)s of %(need)s.'),
    C: gettext('Clubs complete. %(done)s of %(need)s.'),
  }
  return fill(sentences[suit], { done, need })
}

/** "Hearts complete.", for the list of what has happened. @param {string} suit */
export function suitComplete(suit) {
  const sentences = {
    S: gettext('You completed spades.'),
    H: gettext('You completed hearts.'),
    D: gettext('You completed diamonds.'),
    C: gettext('You completed clubs.'),
  }
  return sentences[suit]
}

/** @param {string} name of a symbol in icons.svg @param {string} className */
export function icon(name, className = 'icon') {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  svg.setAttribute('class', className)
  svg.setAttribute('aria-hidden', 'true')
  use.setAttribute('href', `${document.body.dataset.icons}#${name}`)
  svg.append(use)
  return svg
}

/** @param {string} className @param {...(Node | string)} content */
export function span(className, ...content) {
  const element = document.createElement('span')
  element.className = className
  element.append(...content)
  return element
}

export function backElement() {
  const back = span('card down')
  back.ariaHidden = 'true'
  return back
}

/** @param {string} card @param {boolean} open whether nothing lies on it, so that its pip shows */
export function cardElement(card, open) {
  const [rank, suit] = card
  const element = span('card', span('index', rankOf(card), icon(`suit-${suit}`, 'suit')))
  element.dataset.suit = suit
  element.dataset.rank = rank
  element.ariaHidden = 'true'
  if (open) element.append(icon(`suit-${suit}`, 'pip'))
  if (open && 'JQK'.includes(rank)) element.dataset.court = rank
  return element
}

/**
 * A copy that lies over the page exactly where the card is, looking as it does.
 * @param {HTMLElement} card @param {string} className @param {HTMLElement} copy if not the same
 */
export function copyOf(card, className, copy = /** @type {HTMLElement} */ (card.cloneNode(true))) {
  const rect = card.getBoundingClientRect()
  const index = card.querySelector('.index')
  copy.classList.add(className)
  const looks = {
    '--card-w': `${rect.width || card.offsetWidth}px`,
    '--card-h': `${rect.height}px`,
    '--index-full': index && getComputedStyle(index).fontSize,
    left: `${rect.left}px`,
    top: `${rect.top}px`,
  }
  for (const [name, value] of Object.entries(looks)) if (value) copy.style.setProperty(name, value)
  return { copy, rect }
}
