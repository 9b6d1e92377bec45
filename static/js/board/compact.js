/** How close a column's cards lie so that it fits the room there is (a long pile is drawn tighter). */

const LEAST_INDEX = 11.5
const FEWEST_BACKS = 4

/** @typedef {{a0: number, a1: number, b0: number, b1: number, card: number, index: number, top: number}} Steps */
/** @typedef {{down: number, up: number, index: number | null}} Fit steps in px; index when reduced */

/**
 * The steps for a card of that width: on a desk a little further apart.
 * @param {number} width @param {number} ratio @param {number} columns @param {boolean} large in large print
 * @returns {Steps}
 */
function stepsFor(width, ratio, columns, large) {
  const index = large
    ? Math.max(Math.min(5.5 + 0.375 * width, 23), 0.44 * width)
    : Math.max(Math.min(6 + 0.326 * width, 23), 0.2875 * width)
  const base = { card: width * ratio, index, top: 0.067 * width + 0.6 } // as in cards.css
  if (width >= 52) return { ...base, a0: 11, a1: 6, b0: 1.35 * index, b1: 16 }
  return { ...base, a0: 7, a1: 4, b0: 27, b1: columns < 10 ? 18 : 15 }
}

/**
 * @param {number} down @param {number} up how many cards
 * @param {number} room the height that is free
 * @param {Steps} steps
 * @returns {Fit}
 */
export function fit(down, up, room, { a0, a1, b0, b1, card, index, top }) {
  const gaps = Math.max(up - 1, 0)
  const height = (/** @type {number} */ a, /** @type {number} */ b) => down * a + gaps * b + card
  if (height(a0, b0) <= room) return { down: a0, up: b0, index: null }
  if (height(a1, b0) <= room) return { down: a1, up: b0, index: null }
  const tight = Math.max(b1, (room - card - down * a1) / Math.max(gaps, 1))
  if (height(a1, tight) <= room) return reduced(a1, tight)
  return reduced(0, Math.max(b1, (room - card - FEWEST_BACKS) / Math.max(gaps, 1)))

  /** An index that the next card would cover at its foot goes up, and gets smaller if it must. */
  function reduced(/** @type {number} */ a, /** @type {number} */ b) {
    const covered = b < index + top
    return { down: a, up: b, index: covered ? Math.min(index, Math.max(LEAST_INDEX, b - 3.5)) : null }
  }
}

/** @param {HTMLElement} column @param {Fit} fitted */
export function lay(column, fitted) {
  column.style.setProperty('--step-down', `${fitted.down}px`)
  column.style.setProperty('--step-up', `${fitted.up}px`)
  column.toggleAttribute('data-tight', fitted.index !== null)
  if (fitted.index !== null) column.style.setProperty('--index-fit', `${fitted.index}px`)
}

/**
 * Measures a tableau; call again when its size has changed.
 * @param {HTMLElement} tableau
 * @returns {{room: number, steps: Steps}}
 */
export function measure(tableau) {
  const style = getComputedStyle(tableau)
  const number = (/** @type {string} */ name) => Number.parseFloat(style.getPropertyValue(name))
  const first = /** @type {HTMLElement} */ (tableau.querySelector('.column'))
  const width = first.getBoundingClientRect().width - number('--gap')
  const large = document.documentElement.dataset.largePrint === 'on'
  const room = tableau.parentElement.clientHeight - number('padding-top') - number('padding-bottom')
  return { room, steps: stepsFor(width, number('--ratio'), Number(tableau.dataset.columns), large) }
}
