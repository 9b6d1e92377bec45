/** Which tab goes to a live race by itself: the one in which its player has said "I am ready". */

const key = (/** @type {string} */ race) => `ready:${race}`

/** @param {string} race @param {boolean} ready */
export function mark(race, ready) {
  if (ready) sessionStorage.setItem(key(race), 'yes')
  else sessionStorage.removeItem(key(race))
}

/** @param {string} race */
export const marked = (race) => sessionStorage.getItem(key(race)) !== null

/** The forms on the page tell. @param {string} race */
export function followForms(race) {
  document.addEventListener('submit', ({ target }) => {
    const action = new URL(/** @type {HTMLFormElement} */ (target).action).pathname.split('/').pop()
    if (action === 'ready' || action === 'start') mark(race, true)
    if (action === 'unready' || action === 'leave') mark(race, false)
  })
}
