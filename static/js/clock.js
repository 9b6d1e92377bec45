/**
 * Time by the server: its `now`, and what has passed since by a steady count.
 * The device's own wall clock may be wrong, so it is never asked.
 */

/** @param {() => number} passing milliseconds that only ever grow */
export function createClock(passing = () => performance.now()) {
  let offset = 0
  let known = false

  return {
    /** The server has told its time. Small differences are the wire's: they are let be. @param {number} now */
    set(now) {
      const newer = now - passing()
      if (!known || Math.abs(newer - offset) > 700) offset = newer
      known = true
    },

    /** Whether the server has told its time yet. */
    known: () => known,

    now: () => offset + passing(),

    /** Whole seconds since a moment of the server's. @param {number} moment */
    since: (moment) => Math.max(0, Math.floor((offset + passing() - moment) / 1000)),
  }
}
