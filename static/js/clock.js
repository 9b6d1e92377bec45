/**
 * Time by the server: its `now`, and what has passed since by a steady count.
 * The device's own wall clock may be wrong, so it is never asked.
 */

/** @param {() => number} passing milliseconds that only ever grow */
export function createClock(passing = () => performance.now()) {
  let offset = 0
  let known = false
  /** the round trip of the best answer so far */
  let least = Infinity

  return {
    /** The server's time in passing: a first guess, until an answer to a ping is measured. @param {number} now */
    set(now) {
      if (!known) offset = now - passing()
      known = true
    },

    /**
     * The answer to a ping: the server's time was asked at `sentAt` and half the way ago at most.
     * The shortest round trip tells it best; an answer that contradicts it shows that the count
     * has stood still meanwhile, as it may in a sleeping device.
     * @param {number} sentAt in `passing`'s milliseconds @param {number} now
     */
    pong(sentAt, now) {
      const trip = passing() - sentAt
      if (!(trip >= 0)) return
      const newer = now + trip / 2 - passing()
      const contradicts = Math.abs(newer - offset) > (trip + least) / 2 + 2
      if (trip > least && !contradicts) return
      offset = newer
      least = trip
      known = true
    },

    /** Whether the server has told its time yet. */
    known: () => known,

    now: () => offset + passing(),

    /** Whole seconds since a moment of the server's. @param {number} moment */
    since: (moment) => Math.max(0, Math.floor((offset + passing() - moment) / 1000)),
  }
}
