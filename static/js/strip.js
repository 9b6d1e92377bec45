/** The race beside the board: who has made how many moves, the number to beat, what has happened. */

import { clockText, fill, gettext } from './i18n.js'
import { movesText } from './board/words.js'
import { playing, waiting } from './board/state.js'
import { inOrder } from './order.js'
import { row } from './strip-rows.js'
import { who } from './people.js'

/** Rows on a phone; the others are in the panel of all. */
const SHOWN = 4

/**
 * @param {HTMLElement} root the board's main element
 * @param {import('./board/state.js').State} state
 * @param {{need: number, say: (text: string, news: boolean) => void, sound: (name: string) => void}} with_
 */
export function createStrip(root, state, { need, say, sound }) {
  const strip = root.querySelector('[data-strip]')
  const list = strip?.querySelector('ol')
  const beat = strip?.querySelector('[data-beat]')
  const log = root.querySelector('[data-log]')
  let painted = ''
  const own = (player) => player.seat === state.you.seat
  const left = new Set()
  const known = new Map(state.race.players.map((player) => [player.seat, { ...player }]))

  /** A quiet race shows the reader alone until the own game is over. */
  const quiet = () => state.likes.quiet === 'on' && playing(state)

  const ordered = () => inOrder(state.race.players.filter((player) => own(player) || !quiet()), state.you.seat)

  function paint() {
    if (!strip) return
    follow()
    const look = JSON.stringify([ordered(), state.board.moves, state.board.undoable])
    if (painted === look) return
    painted = look
    list.replaceChildren(...ordered().map((player) => row(player, own(player), need)))
    strip.toggleAttribute('data-more', ordered().length > 2)
    strip.toggleAttribute('data-many', ordered().length > 3)
    paintMore()
    paintBeat()
  }

  /** The own row shows the own board, which is newer than any news of it. */
  function follow() {
    const mine = state.race.players.find(own)
    if (!mine || waiting(state)) return
    const { moves, undos, sequences, seconds } = state.board
    Object.assign(mine, { moves, undos, seconds, sequences: sequences.length, state: state.board.state })
  }

  function paintMore() {
    const hidden = ordered().length - SHOWN
    const more = strip.querySelector('[data-others]')
    more.hidden = hidden < 1
    more.textContent = more.hidden ? '' : fill(gettext('+%(count)s more'), { count: hidden })
  }

  /** On a phone this stands in the strip's place, so it is kept to two lines. */
  function paintBeat() {
    const best = ordered().filter((player) => !own(player) && player.state === 'won' && isMatch(player)).sort((a, b) => a.moves - b.moves)[0]
    const shown = Boolean(best) && state.board.state === 'playing'
    beat.hidden = !shown
    strip.toggleAttribute('data-beat-shown', shown)
    if (!shown) return
    beat.querySelector('b').textContent = fill(gettext('%(name)s finished in %(moves)s.'), { name: who(best), moves: movesText(best.moves) })
    beat.querySelector('span span').textContent = toBeat(best.moves)
  }

  /** Who knew the cards is compared with others who did, and with nobody else. */
  const isMatch = (player) => Boolean(player.practice) === Boolean(state.board.practice)

  function toBeat(moves) {
    const { board } = state
    if (board.moves - (board.undoable ?? 0) > moves) {
      return fill(gettext('%(moves)s can’t be beaten now. Play on for your own result.'), { moves })
    }
    return fill(gettext('You have made %(own)s. Win with %(fewer)s or fewer; %(moves)s goes to time.'), {
      own: board.moves, fewer: moves - 1, moves,
    })
  }

  /** @param {any} news a `progress` message */
  function progress(news) {
    const player = state.race.players.find(({ seat }) => seat === news.seat)
    if (!player || own(player)) return
    const { type, ...values } = news
    Object.assign(player, values)
    noteChanges(player)
    paint()
  }

  /**
   * @param {any} race a whole `race`, from any message that has one
   * @param {boolean} [away] we have not been there: who came and went meanwhile is no news
   */
  function raced(race, away = false) {
    state.race = race
    for (const player of race.players) if (!own(player)) noteChanges(player, away)
    paint()
  }

  function noteChanges(player, away = false) {
    const before = known.get(player.seat)
    known.set(player.seat, { ...player })
    if (quiet()) return
    if (before && player.sequences > before.sequences) sound('rival')
    const moved = before && !away ? comings(before, player) : []
    for (const sentence of [...changes(before, player, need, isMatch(player), playing(state)), ...moved]) {
      say(sentence, true)
      note(sentence)
    }
  }

  /** Left, or there: "back" is who was told to have left. */
  function comings(before, player) {
    const { seat, presence } = player
    const name = who(player)
    if (presence === before.presence) return []
    if (presence === 'gone') {
      left.add(seat)
      return [fill(gettext('%(name)s left, may return.'), { name })]
    }
    if (presence !== 'here' || before.presence !== 'gone') return []
    return [fill(left.delete(seat) ? gettext('%(name)s is back.') : gettext('%(name)s is here.'), { name })]
  }

  /** One line more in "So far", newest first. */
  function note(sentence) {
    if (!log) return
    const line = document.createElement('li')
    const time = document.createElement('time')
    time.textContent = root.querySelector('[data-fact="time"] b').textContent
    line.append(time, sentence)
    log.prepend(line)
    root.querySelector('.board-log p')?.remove()
  }

  return { paint, progress, raced, note, ordered }
}

/** What of a rival is told in words: joined, sequence, finished. Never single moves. */
function changes(before, player, need, match, plays) {
  const { moves, seconds } = player
  const name = who(player)
  if (!before) return [fill(gettext('%(name)s joined.'), { name })]
  const sentences = []
  if (player.sequences > before.sequences) {
    const done = { name, done: player.sequences, need, moves: movesText(moves) }
    sentences.push(fill(gettext('%(name)s completed a sequence. %(done)s of %(need)s, %(moves)s.'), done))
  }
  if (player.state === 'won' && before.state !== 'won') {
    const values = { name, moves: movesText(moves), time: clockText(seconds), fewer: moves - 1 }
    const sentence = match && plays
      ? gettext('%(name)s finished in %(moves)s, %(time)s. Win with %(fewer)s or fewer.')
      : match ? gettext('%(name)s finished in %(moves)s, %(time)s.') : gettext('%(name)s finished in %(moves)s, %(time)s, as practice.')
    sentences.push(fill(sentence, values))
  }
  if (player.state === 'resigned' && before.state !== 'resigned') sentences.push(fill(gettext('%(name)s gave up.'), { name }))
  return sentences
}
