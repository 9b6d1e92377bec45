/**
 * The protocol's rules for clients: one action at a time, up to five more wait; an action keeps its
 * `id` and `seq` however often it is sent; the first refusal drops the rest; the server's board is
 * the board.
 */

/** @typedef {{type: string, from?: number, count?: number, to?: number, drawn?: boolean, id?: string, seq?: number}} Action */

const WAITING = 5
const RESEND_AFTER = 2500
const RETRY_AFTER = 1000
const KEPT = ['unavailable', 'draining']

/**
 * What is unsent outlives the page: a reload in a tunnel must not cost a move.
 * @param {import('../board/state.js').State} state
 * @param {{send: (message: object) => boolean, refused: (message: any, action: Action) => void}} to
 */
export function createActions(state, to) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const place = () => `unsent-${state.you.attempt}`
  state.pending = JSON.parse(sessionStorage.getItem(place()) ?? '[]')

  function keep() {
    if (state.pending.length) sessionStorage.setItem(place(), JSON.stringify(state.pending))
    else sessionStorage.removeItem(place())
  }

  /** @param {Action} action @returns {boolean} whether there was room for it */
  function act(action) {
    if (state.pending.length > WAITING) return false
    state.pending.push(action)
    if (state.pending.length === 1) begin()
    keep()
    return true
  }

  function begin() {
    const [action] = state.pending
    if (!action) return
    action.id = crypto.randomUUID?.() ?? Math.random().toString(36).slice(2)
    action.seq = state.board.seq + 1
    send()
  }

  /** Send the first in line, also when it may have been lost. */
  function send() {
    clearTimeout(timer)
    const [action] = state.pending
    if (!action?.id) return
    const { drawn, ...message } = action
    to.send(message)
    timer = setTimeout(send, RESEND_AFTER)
  }

  /** The answer to the first in line lets the next go. @param {any} message a `board` */
  function answered(message) {
    const mine = message.id !== undefined && message.id === state.pending[0]?.id
    if (mine) state.pending.shift()
    if (mine || message.board.seq >= state.board.seq) state.board = message.board
    if (mine) {
      clearTimeout(timer)
      begin()
      keep()
    }
    return mine
  }

  /** @param {any} message a `refused` */
  function refused(message) {
    const [action] = state.pending
    if (message.board) state.board = message.board
    if (!action || message.id !== action.id) return
    clearTimeout(timer)
    if (KEPT.includes(message.code)) timer = setTimeout(send, RETRY_AFTER)
    else state.pending = []
    keep()
    to.refused(message, action)
  }

  /** A `welcome`: its board is shown, and what was not answered is sent again. @param {any} board */
  function welcomed(board) {
    if (board) state.board = board
    if (state.pending[0] && !state.pending[0].id) begin()
    else send()
  }

  return { act, answered, refused, welcomed }
}
