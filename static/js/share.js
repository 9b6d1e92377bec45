/** Copy and Share: buttons that are hidden until a script is there to do it. */

import { gettext } from './i18n.js'

/** Once more after a change does no harm. @param {ParentNode} root */
export function bindShare(root) {
  for (const button of root.querySelectorAll('[data-copy]')) {
    button.hidden = !navigator.clipboard
    button.onclick = () => copy(button)
  }
  for (const button of root.querySelectorAll('[data-share]')) {
    button.hidden = !navigator.share
    button.onclick = () => share(button.dataset)
  }
}

/** `data-copy` holds the text itself, or the selector of the element that has it. @param {HTMLElement} button */
async function copy(button) {
  const what = button.dataset.copy
  const source = /^#[\w-]+$/.test(what) && document.querySelector(what)
  await navigator.clipboard.writeText(source ? source.value ?? source.innerText : what || location.href)
  const words = button.querySelector('[data-label]') ?? button
  const before = words.ariaLabel ?? words.textContent
  if (words.ariaLabel) words.ariaLabel = gettext('Copied')
  else words.textContent = gettext('Copied')
  setTimeout(() => {
    if (words.ariaLabel) words.ariaLabel = before
    else words.textContent = before
  }, 2000)
}

/** Where the sheet takes a text, it stands above the link. @param {DOMStringMap} what */
async function share({ share: url, text }) {
  try {
    await navigator.share({ title: document.title, ...(text && { text }), url: url || location.href })
  } catch (error) {
    if (error.name !== 'AbortError') throw error
  }
}
