/** Words in the reader's language: Django's catalogue when it is loaded, else plain English. */

/** @type {(text: string) => string} */
export const gettext = globalThis.gettext ?? ((text) => text)

/** @type {(one: string, many: string, count: number) => string} */
export const ngettext = globalThis.ngettext ?? ((one, many, count) => (count === 1 ? one : many))

/**
 * A sentence with its `%(name)s` places filled.
 * @param {string} sentence
 * @param {Record<string, unknown>} values
 */
export const fill = (sentence, values) =>
  sentence.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]))

/** "8 of hearts, 7 of hearts": a row of things, not joined by a word. @param {string[]} items */
export const inRow = (items) => items.join(gettext(', '))

/**
 * "6, 7 and 9". By hand, for the browser's own lists cost a slow phone 200 ms at their first use.
 * @param {unknown[]} items
 */
export function listed(items) {
  const [last, ...rest] = items.map(String).reverse()
  return rest.length ? fill(gettext('%(row)s and %(last)s'), { row: inRow(rest.reverse()), last }) : String(last ?? '')
}

/** Seconds as "06:41", from an hour on "1:02:03". @param {number} seconds */
export function clockText(seconds) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0')
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${two(minutes)}:${two(whole % 60)}`
}
