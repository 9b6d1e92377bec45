/**
 * Makes a part of the page like the one that the server draws now, by changing what differs and
 * nothing else: what has the focus, is pressed, typed or open stays as it is.
 */

/** A form's token is another each time, with the same meaning. */
const TOKEN = 'csrfmiddlewaretoken'

/** Which one of its kind an element is; text and what has no name has no key. @param {any} node */
const keyOf = (node) => node.dataset?.key || node.getAttribute?.('action') || node.id || ''

/** What is not the server's to change: see `data-keep`. @param {any} node */
const kept = (node) => node.name === TOKEN || node.nodeName === 'NOSCRIPT' || node.dataset?.keep !== undefined

/** @param {Node} one @param {Node | null} other */
const alike = (one, other) => other?.nodeName === one.nodeName && keyOf(other) === keyOf(one)

/** @param {any} old on the page @param {any} fresh as it should be; it may be used up */
export function follow(old, fresh) {
  if (kept(old) || old.isEqualNode(fresh)) return
  if (old.nodeType === Node.ELEMENT_NODE) {
    followAttributes(old, fresh)
    followChildren(old, fresh)
  } else old.nodeValue = fresh.nodeValue
}

/** What is open is the reader's choice. @param {Element} old @param {Element} fresh */
function followAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (name !== 'open' && !fresh.hasAttribute(name)) old.removeAttribute(name)
  for (const { name, value } of fresh.attributes) {
    if (name !== 'open' && old.getAttribute(name) !== value) old.setAttribute(name, value)
  }
}

/** @param {Element} old @param {Element} fresh */
function followChildren(old, fresh) {
  /** @type {Node | null} the next that has no counterpart yet */
  let at = old.firstChild
  for (const child of [...fresh.childNodes]) {
    const match = counterpart(at, child)
    if (!match) {
      old.insertBefore(child, at)
      continue
    }
    while (at !== match) at = removed(at)
    at = match.nextSibling
    follow(match, child)
  }
  while (at) at = removed(at)
}

/** Of what has a key the one that has it too, however far on; of others only the very next. */
function counterpart(at, child) {
  if (!keyOf(child)) return at && alike(child, at) ? at : null
  while (at && !alike(child, at)) at = at.nextSibling
  return at
}

/** @param {ChildNode} node @returns {ChildNode | null} the one after it */
function removed(node) {
  const next = node.nextSibling
  node.remove()
  return next
}
