/** Plays a replay: by move at an even pace, or by time as it was played. */

const EVEN = 800
const LONGEST = 4000

/**
 * @param {object} replay
 * @param {{ms: number}[]} replay.positions
 * @param {number} replay.last
 * @param {() => number} replay.at
 * @param {(step: number) => void} replay.go
 * @param {(playing: boolean) => void} replay.changed
 */
export function createPlayer({ positions, last, at, go, changed }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const chosen = (/** @type {string} */ name) => document.querySelector(`[name="${name}"]:checked`).value

  function pause() {
    const step = at()
    const gap = chosen('pace') === 'time' ? positions[step + 1].ms - positions[step].ms : EVEN
    return Math.min(gap, LONGEST) / Number(chosen('speed'))
  }

  function next() {
    go(at() + 1)
    if (at() < last) timer = setTimeout(next, pause())
    else stop()
  }

  function stop() {
    clearTimeout(timer)
    timer = undefined
    changed(false)
  }

  function toggle() {
    if (timer !== undefined) return stop()
    if (at() >= last) go(0)
    timer = setTimeout(next, Math.min(pause(), EVEN))
    return changed(true)
  }

  return { toggle, stop }
}
