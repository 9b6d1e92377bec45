/**
 * What the board page knows. There are no rules here: where cards may go is what `board.legal` says,
 * and moves that the server has not answered yet are only drawn.
 */

/** @typedef {{down: number, up: string[]}} Column */
/** @typedef {import('../net/actions.js').Action} Action */
/**
 * @typedef {object} State
 * @property {any} board the server's board, as it was last told
 * @property {any} race
 * @property {{player?: string, seat?: number, role?: string, attempt?: string | number}} you
 * @property {Action[]} pending the action on its way and those that wait
 * @property {{column: number, count: number, cards: string} | null} held
 * @property {{from: number, count: number, to: number} | null} hint the move that was last advised
 * @property {number} focus the column that Tab reaches
 * @property {Record<string, string | undefined>} likes what the reader has chosen in the settings
 */

/** @returns {State} */
export function createState({ board, race, you, likes = {} }) {
  return { board, race, you: you ?? {}, pending: [], held: null, hint: null, focus: 1, likes }
}

/** Actions drawn ahead of the server's answer; one already in the board is not drawn again. @param {State} state */
const drawn = ({ pending, board }) =>
  pending.filter((action) => action.drawn && (action.seq === undefined || action.seq > board.seq))

/** The columns to paint. @param {State} state @returns {Column[]} */
export function columnsOf(state) {
  const columns = state.board.columns.slice()
  for (const { from, count, to } of drawn(state)) carry(columns, from, count, to)
  return columns
}

/** @param {Column[]} columns */
function carry(columns, from, count, to) {
  const [source, target] = [columns[from - 1], columns[to - 1]]
  if (source.up.length < count) return
  columns[from - 1] = { down: source.down, up: source.up.slice(0, -count) }
  columns[to - 1] = { down: target.down, up: [...target.up, ...source.up.slice(-count)] }
}

/** How many cards at a column's end lie there only by a move not answered yet. @param {State} state */
export function arriving(state, column) {
  return drawn(state).reduce((sum, move) => {
    if (move.to === column) return sum + move.count
    return move.from === column ? Math.max(0, sum - move.count) : sum
  }, 0)
}

/** Whether a move that is not answered yet has changed a column. @param {State} state */
export const isTouched = (state, column) => drawn(state).some(({ from, to }) => from === column || to === column)

/** Columns that take the last `count` cards of a column, best first. @param {State} state @returns {number[]} */
export function targetsOf(state, column, count) {
  if (isTouched(state, column)) return []
  return (state.board.legal[column]?.[count] ?? []).filter((to) => !isTouched(state, to))
}

/** The most cards of a column for which there is a place, as far as the server has said. @param {State} state */
export function placeableOf(state, column) {
  if (isTouched(state, column)) return arriving(state, column)
  return Math.max(0, ...Object.keys(state.board.legal[column] ?? {}).map(Number))
}

const RANKS = 'A23456789TJQK'

/** How many cards at a column's end the hand takes by itself: they run down, under Classic in one suit. @param {State} state */
export function runOf(state, column) {
  const { up } = columnsOf(state)[column - 1]
  const relaxed = state.race.build === 'relaxed'
  const goesOn = (upper, lower) =>
    RANKS.indexOf(upper[0]) === RANKS.indexOf(lower[0]) + 1 && (relaxed || upper[1] === lower[1])
  let count = Math.min(up.length, 1)
  while (count && count < up.length && goesOn(up.at(-count - 1), up.at(-count))) count += 1
  return count
}

/** @param {State} state */
export const playing = (state) => state.board.state === 'playing'

/** The cards lie face down: a live race's countdown. @param {State} state */
export const waiting = (state) => state.board.state === 'waiting'

/** @param {State} state */
export const over = (state) => !playing(state) && !waiting(state)
