/** The board's page: makes the parts and tells them of each other. */

import { bindInput } from './board/input.js'
import { bindKeys } from './board/keys.js'
import { bindPopovers } from './board/popovers.js'
import { createActions } from './net/actions.js'
import { createAnimator } from './board/animate.js'
import { createCountdown } from './board/countdown.js'
import { createClock } from './clock.js'
import { createHand } from './board/hand.js'
import { createLimit } from './board/limit.js'
import { createPanel } from './board/panel.js'
import { createPlayers } from './board/players.js'
import { createRenderer } from './board/render.js'
import { columnsOf, createState, over, playing, waiting } from './board/state.js'
import { createStrip } from './strip.js'
import { connect } from './net/socket.js'
import { createReading } from './board/reading.js'
import { suitComplete } from './board/cards.js'
import { bindOffline } from './board/offline.js'
import { resultText } from './board/verdict.js'
import { bindShare } from './share.js'
import { gettext } from './i18n.js'
import { hintText, hintsText } from './board/words.js'
import { followForms, mark } from './ready.js'
import { keepForOffline } from './offline.js'
import { refusalText, restartText } from './board/refusals.js'

const root = document.querySelector('[data-race]')
const tableau = root.querySelector('.tableau')
const need = Number(root.dataset.need)
const deals = Number(root.dataset.deals)
const told = (/** @type {string} */ id) => JSON.parse(document.getElementById(id).textContent)
const likes = { ...document.documentElement.dataset }
const state = createState({ board: told('board-now'), race: told('race-now'), you: told('you-now'), likes })
/** Loaded only where it is wanted. */
let play = (/** @type {string} */ _name) => {}
if (likes.sound === 'on') import('./board/sound.js').then(({ createSound }) => { play = createSound() })
const sound = (/** @type {string} */ name) => play(name)
const clock = createClock()
const panel = createPanel(root, state, { clock, need, unhint })
const limit = createLimit(root, state, panel)
const strip = createStrip(root, state, { need, say: panel.say, sound })
const players = createPlayers(root, state, { need, ordered: strip.ordered })
const renderer = createRenderer(tableau, state, (paint) => animator.show([{ squeezed: true }], { drawn: true }, paint))
const animator = createAnimator({
  columns: () => renderer.columns,
  stock: () => root.querySelector('[data-do="deal"]'),
  house: panel.house,
})
const actions = createActions(state, { send: (message) => socket.send(message), refused })
const hand = createHand(state, { act, changed, say: panel.say, refuse })
const offline = bindOffline(root, state, panel)
const countdown = waiting(state)
  ? createCountdown(root, { clock, sound, goAt: () => state.race.go_at, ask: () => socket.send({ type: 'sync' }) })
  : null
const reading = createReading(root, state, { panel, limit, need })
const popovers = bindPopovers(root)

/** the server has said so, and is not back yet */
let restarting = false

function paint() {
  renderer.paint()
  panel.paint()
  strip.paint()
  players.paint()
  reading.paint()
}

/** What is held has changed; a run let go in the air glides home. */
function changed() {
  if (state.held) sound('take')
  const run = tableau.querySelector('.run[data-dragging]')
  const held = run && Number(run.closest('.column').dataset.column)
  const back = held && !state.held ? [{ moved: [held, run.childElementCount, held] }] : []
  animator.show(back, {}, paint)
}

/** An action by hand: drawn at once if it is a move, then sent. */
function act(action) {
  state.hint = null
  panel.quiet()
  const effects = action.drawn ? [{ moved: [action.from, action.count, action.to] }] : []
  animator.show(effects, {}, () => {
    if (actions.act(action)) offline.kept()
    else panel.tell(refusalText('too_fast'))
    paint()
  })
}

function simple(type) {
  const allowed = state.board[`can_${type}`]
  if (state.board.state !== 'playing') return refuse('already_finished')
  if (allowed !== undefined && allowed !== true && !state.pending.length) {
    return refuse(allowed, { deals, column: state.board.columns.findIndex(({ up, down }) => !up.length && !down) + 1 })
  }
  state.held = null
  return act({ type })
}

function refuse(code, params) {
  sound('refuse')
  panel.tell(refusalText(code, params))
}

/** Refused: the cards go back and, if it was a move, stay in the hand. */
function refused({ code, params: told }, action) {
  const params = { ...told, last: state.board.columns[action.from - 1]?.up.at(-1) }
  sound('refuse')
  const back = action.drawn ? [{ moved: [action.to, action.count, action.from] }] : []
  if (state.pending.length) return panel.tell(refusalText(code, params))
  if (action.type === 'move' && code !== 'out_of_step') {
    hand.holdAgain(action)
  }
  animator.show(back, {}, paint)
  if (document.activeElement?.matches('.column')) renderer.columns[state.focus - 1].focus()
  panel.tell(refusalText(code, params))
  return undefined
}

/** @type {Record<string, (message: any) => void>} */
const hear = {
  welcome(message) {
    clock.set(message.now)
    if (restarting) panel.quiet()
    restarting = false
    if (waiting(state)) return waited(message)
    state.you = message.you ?? state.you
    actions.welcomed(message.board)
    strip.raced(message.race, true)
    offline.back()
    settleHeld()
    if (over(state)) panel.end(resultText(state, Boolean(state.race.closed_at)))
    paint()
  },
  board(message) {
    const before = state.board
    const mine = state.pending[0]
    const drawn = Boolean(mine?.drawn) && message.id === mine.id
    const context = { drawn, done: message.board.sequences.length }
    animator.show(message.again ? [] : message.effects, context, () => {
      actions.answered(message)
      settleHeld()
      paint()
    })
    tellEffects(message, before)
    panel.tellStuck()
    offline.paint()
  },
  refused(message) {
    if (message.id === state.pending[0]?.id) actions.refused(message)
    else if (message.board) hear.board({ board: message.board, effects: [], again: true })
  },
  race: (message) => (waiting(state) ? waited(message) : raced(message.race)),
  progress(message) {
    strip.progress(message)
    players.paint()
  },
  result({ race }) {
    if (waiting(state)) return location.reload()
    const told = state.race.closed_at // then it is about a rematch
    strip.raced(race)
    const lines = resultText(state, true)
    panel.end(lines)
    if (over(state)) panel.say(lines[told ? 1 : 0], true)
    paint()
  },
  restart() {
    const [headline, rule] = state.pending.length ? refusalText('draining') : restartText()
    panel.show([headline, rule], 'info')
    restarting = true
    panel.say(`${headline} ${rule}`, true)
  },
  pong(message) {
    clock.pong(message.t, message.now)
    const seat = state.you.seat
    const behind = message.rev > state.race.rev || Object.entries(message.seqs ?? {}).some(([at, seq]) => seq > known(Number(at), seat))
    if (behind && !state.pending.length) socket.send({ type: 'sync' })
  },
  error: ({ message }) => console.warn(message),
}

/** News in the countdown: the go, somebody's going, or that it is off. */
function waited({ race, board, you = state.you }) {
  const mine = race.players.find(({ seat }) => seat === you.seat)
  offline.back()
  if (board) return go(race, board, you)
  if (race.state !== 'countdown' || !mine?.ready) return location.reload()
  raced(race)
  return undefined
}

function raced(race) {
  strip.raced(race)
  players.paint()
}

/** All see their cards now. */
function go(race, board, you) {
  Object.assign(state, { board, you })
  root.querySelector('[name="again"]').value = you.attempt
  strip.raced(race)
  paint()
  countdown.go()
  reading.aloud.board()
  if (over(state)) panel.end(resultText(state, Boolean(race.closed_at)))
}

function known(at, seat) {
  if (at === seat) return state.board.seq
  return state.race.players.find((player) => player.seat === at)?.seq ?? 0
}

/** Cards that lie there no more, or under others, are let go: the hand must not hold others in their place. */
function settleHeld() {
  const { held } = state
  if (!held) return
  const lies = columnsOf(state)[held.column - 1].up.slice(-held.count).join()
  if (lies === held.cards && playing(state)) return
  state.held = null
  if (playing(state)) panel.say(gettext('Let go: the table has changed.'), true)
}

function tellEffects({ again, effects, board }, before) {
  if (again || !effects.length) return
  reading.happened(effects, before)
  for (const { hint } of effects) if (hint) advised(hint)
  for (const effect of effects) sound(Object.keys(effect)[0])
  for (const { sequence } of effects) if (sequence) strip.note(suitComplete(sequence[1]))
  if (board.state !== 'playing') panel.end(resultText(state, false))
}

/** A hint, in words and as rings round the cards it means. */
function advised(hint) {
  panel.show([hintText(hint), hintsText(state.board.hints)], 'hint')
  if (!Array.isArray(hint)) return
  const [from, count, to] = hint
  state.hint = { from, count, to }
  paint()
}

/** The rings of a hint go with its words. */
function unhint() {
  if (!state.hint) return
  state.hint = null
  renderer.invalidate()
}

const controls = {
  deal: () => simple('deal'),
  undo: () => simple('undo'),
  hint: () => simple('hint'),
  more: () => hand.adjust(1),
  fewer: () => hand.adjust(-1),
  close: panel.close,
  quiet: panel.quiet,
  help: () => popovers.show('board-keys'),
  result: () => over(state) && root.querySelector('[data-ended] a').click(),
  ...reading.aloud,
}

for (const button of root.querySelectorAll('[data-do]')) {
  button.addEventListener('click', () => {
    animator.settle()
    controls[button.dataset.do]()
  })
}
bindInput(tableau, { state, hand, renderer, refuse, settle: animator.settle })
bindKeys(root.querySelector('.board-table'), { state, hand, renderer, controls, read: reading.column })
bindShare(document)
keepForOffline()
if (waiting(state)) mark(root.dataset.race, true)
followForms(root.dataset.race)
if (over(state)) panel.end(resultText(state, Boolean(state.race.closed_at)))
paint()
// The first layout is told to those who cannot see it.
if (playing(state) && !state.board.seq) reading.aloud.board()
panel.tellStuck()

const socket = connect(root.dataset.race, {
  message: (message) => hear[message.type]?.(message),
  state: (open, final) => offline.link(open, final),
})
