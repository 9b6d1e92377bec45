/** In which order the players of a race are shown: the same as the server's filter `in_order`. */

const GROUPS = { won: 0, playing: 1, waiting: 2 }
/** Those who gave up, ran out of time or are set aside. */
const LAST = 3

/** Ended games by moves and time, the others by sequences and then by moves. @returns {number[]} */
function standing({ state = 'playing', place = 0, moves = 0, sequences = 0, seconds = 0, seat }) {
  const group = GROUPS[state] ?? LAST
  const by = group === 0 ? [place, moves, seconds] : [-sequences, moves, 0]
  return [group, ...by, seat]
}

/** @param {number[]} one @param {number[]} other */
function compare(one, other) {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : one[at] - other[at]
}

/** The reader first, then who leads. @param {any[]} players @param {number | undefined} seat the reader's */
export const inOrder = (players, seat) =>
  [...players].sort((a, b) => Number(b.seat === seat) - Number(a.seat === seat) || compare(standing(a), standing(b)))
