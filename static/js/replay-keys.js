/** The replay by keyboard. Up and down do nothing, so that nobody jumps to the start by accident. */

/**
 * @param {HTMLElement} root
 * @param {Record<string, (sign?: any) => void>} steps
 * @returns {() => void} unbinds
 */
export function bindReplayKeys(root, steps) {
  const keys = {
    ' ': steps.play,
    ArrowLeft: steps.back,
    ArrowRight: steps.forward,
    Home: steps.first,
    End: steps.last,
    '[': () => steps.event(-1),
    ']': () => steps.event(1),
  }
  const far = { ArrowLeft: () => steps.far(-1), ArrowRight: () => steps.far(1) }

  /** Where a key already has a meaning of its own, it keeps it. */
  function elsewhere({ target, key }) {
    if (target.matches('[type="radio"]')) return key !== '[' && key !== ']'
    if (key === ' ') return target.matches('a, button, summary')
    return target !== document.body && !root.contains(target)
  }

  function press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || elsewhere(event)) return
    const vertical = ['ArrowUp', 'ArrowDown'].includes(event.key) && event.target.matches('[type="range"]')
    const act = (event.shiftKey && far[event.key]) || keys[event.key]
    if (act || vertical) event.preventDefault()
    act?.()
  }

  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}
