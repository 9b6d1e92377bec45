/** Menus, questions and lists over the board: they take the focus, and Esc gives it back. */

/** @returns {HTMLElement | null} the one that is open */
export const openPopover = () => document.querySelector('[popover]:popover-open')

/** @param {HTMLElement} root */
export function bindPopovers(root) {
  /** @type {Element | null} what had the focus before */
  let before = null

  /** @param {string} id */
  function show(id) {
    const popover = root.querySelector(`#${id}`)
    openPopover()?.hidePopover()
    popover.showPopover()
  }

  function keep({ newState }) {
    if (newState === 'open') before = document.activeElement
  }

  /** By itself only what has `autofocus` is focused, and not in every browser. */
  function enter({ newState, target }) {
    if (newState !== 'open' || target.contains(document.activeElement)) return
    target.querySelector('[autofocus], button')?.focus()
  }

  function escape(event) {
    const popover = event.key === 'Escape' && openPopover()
    if (!popover) return
    event.preventDefault()
    event.stopPropagation()
    popover.hidePopover()
    if (before?.isConnected) before.focus()
  }

  /** Tab goes round inside what is open. */
  function round(event) {
    if (event.key !== 'Tab') return
    const stops = [...event.currentTarget.querySelectorAll('a, button, input:not([type="hidden"])')].filter((stop) => stop.checkVisibility())
    const end = event.shiftKey ? stops[0] : stops.at(-1)
    if (document.activeElement !== end) return
    event.preventDefault()
    stops.at(event.shiftKey ? -1 : 0).focus()
  }

  for (const popover of root.querySelectorAll('[popover]')) {
    popover.addEventListener('keydown', round)
    popover.addEventListener('beforetoggle', keep)
    popover.addEventListener('toggle', enter)
  }
  /** What the menu opens takes its place, instead of lying over it. */
  for (const button of root.querySelectorAll('#board-menu [popovertarget]')) {
    button.addEventListener('click', (event) => {
      event.preventDefault()
      show(button.getAttribute('popovertarget'))
    })
  }
  document.addEventListener('keydown', escape, true)

  return { show }
}
