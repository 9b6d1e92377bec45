/** Round the columns: houses, stock, numbers, the action bar, notices and what is said aloud. */

import { clockText, fill, gettext, ngettext } from '../i18n.js'
import { backElement } from './cards.js'
import { over, playing } from './state.js'
import { paintHouses } from './houses.js'

const NOTICE_FOR = 8000
/** What is said within this time is hardly read out yet. */
const TOGETHER = 1000

/** Equal as long as no card has moved: a hint changes nothing. */
const tableOf = ({ columns, stock }) => JSON.stringify([columns, stock])

/**
 * @param {HTMLElement} root
 * @param {import('./state.js').State} state
 * @param {{clock: ReturnType<import('../clock.js').createClock>, need: number, unhint: () => void}} with_
 */
export function createPanel(root, state, { clock, need, unhint }) {
  const find = (/** @type {string} */ selector) => root.querySelector(selector)
  const notice = find('[data-notice]')
  const dock = find('[data-stuck]')
  const ended = find('[data-ended]')
  /** the table on which the dock was closed */
  let closedOn = ''
  let stuck = ''
  let dockedBefore = false
  let said = { at: -TOGETHER, news: false }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer

  function text(selector, value) {
    const element = find(selector)
    if (element && element.textContent !== String(value)) element.textContent = value
  }

  function paint() {
    const { board, held, pending } = state
    text('[data-fact="moves"] b', board.moves)
    text('[data-fact="moves"] span', ngettext('move', 'moves', board.moves))
    text('[data-fact="undos"] b', board.undos)
    text('[data-fact="undos"] span', ngettext('undo', 'undos', board.undos))
    text('[data-fact="score"] b', board.score)
    text('[data-count]', held?.count ?? 0)
    text('[data-count-word]', ngettext('card', 'cards', held?.count ?? 0))
    text('[data-left]', fill(gettext('%(count)s left'), { count: board.stock.deals }))
    text('[data-deals]', fill(ngettext('%(count)s deal', '%(count)s deals', board.stock.deals), { count: board.stock.deals }))
    paintButtons(board, held, pending)
    paintHouses(find('[data-houses]'), board.sequences, need)
    paintStock(board.stock.deals)
    paintDocks(board)
    tick()
  }

  function paintButtons(board, held, pending) {
    const set = (attribute) => (name, is) =>
      root.querySelectorAll(`[data-do="${name}"]`).forEach((button) => button.setAttribute(attribute, String(is)))
    const [off, sent] = [set('aria-disabled'), set('aria-busy')]
    const busy = (name) => sent(name, pending.some(({ type }) => type === name))
    off('undo', board.can_undo !== true)
    off('deal', board.can_deal !== true)
    off('fewer', !held || held.count < 2)
    off('more', !held)
    busy('undo')
    busy('hint')
    busy('deal')
  }

  function paintStock(deals) {
    const stock = find('[data-stock]')
    if (stock.childElementCount !== deals) stock.replaceChildren(...Array.from({ length: deals }, backElement))
  }

  /** Stuck, until it is closed or something has moved; the end stays. */
  function paintDocks(board) {
    const ends = over(state)
    if (!board.stuck) closedOn = ''
    dock.hidden = ends || !board.stuck || closedOn === tableOf(board)
    for (const reason of dock.querySelectorAll('[data-reason]')) reason.hidden = reason.dataset.reason !== board.stuck
    ended.hidden = !ends
    for (const back of dock.querySelectorAll('[data-do="undo"], [data-back]')) back.hidden = board.can_undo !== true
    const table = find('.board-table')
    const docked = !dock.hidden || ends
    if (table.toggleAttribute('data-docked', docked) !== dockedBefore) keepFocus()
    dockedBefore = docked
  }

  /** What had the focus may be hidden by this: it goes to what has taken its place. */
  function keepFocus() {
    if (document.activeElement.checkVisibility()) return
    const instead = find('.board-dock:not([hidden]) > :is(a, button):not([hidden])') ?? find('.column[tabindex="0"]')
    instead.focus()
  }

  /** That nothing can move is told once, after what has brought it about. */
  function tellStuck() {
    const sentence = dock.hidden ? '' : dock.querySelector('[data-reason]:not([hidden])').textContent
    const exits = state.board.can_undo === true
      ? gettext('%(reason)s Undo, restart, or take a new deal.')
      : gettext('%(reason)s Restart, or take a new deal.')
    if (sentence && sentence !== stuck) say(fill(exits, { reason: sentence }), true)
    stuck = sentence
  }

  function tick() {
    const { board } = state
    const seconds = playing(state) ? seconds_() : board.seconds
    text('[data-fact="time"] b', clockText(seconds))
  }

  const seconds_ = () => (state.board.begun_at && clock.known() ? clock.since(state.board.begun_at) : state.board.seconds)

  /** A notice above the action bar, until the next action or for eight seconds. */
  function tell([headline, rule], kind = 'refused') {
    show([headline, rule], kind)
    find('[data-alert]').textContent = [...notice.querySelectorAll('b, span')].map((part) => part.textContent).join(' ')
  }

  /** The same for what is said elsewhere. */
  function show([headline, rule], kind) {
    clearTimeout(timer)
    unhint()
    notice.dataset.kind = kind
    notice.querySelector('b').textContent = headline
    notice.querySelector('span').textContent = kind === 'refused' && state.likes.reminders === 'off' ? '' : rule
    notice.hidden = false
    timer = setTimeout(close, NOTICE_FOR)
  }

  /** Takes the notice away; when there is none, the dock. */
  function close() {
    clearTimeout(timer)
    find('[data-alert]').textContent = ''
    if (notice.hidden && !dock.hidden) closedOn = tableOf(state.board)
    notice.hidden = true
    unhint()
    paintDocks(state.board)
  }

  /** The next action takes a notice with it. */
  function quiet() {
    if (!notice.hidden) close()
  }

  /**
   * Said politely. News of others does not cut off what was just said, nor is it cut off.
   * @param {string} sentence @param {boolean} [news]
   */
  function say(sentence, news = false) {
    const status = find('[data-status]')
    const soon = performance.now() - said.at < TOGETHER
    if (soon && (news || said.news)) status.append(` ${sentence}`)
    else status.textContent = status.textContent === sentence ? `${sentence}\u00a0` : sentence
    said = { at: performance.now(), news }
  }

  /** @param {string[]} lines why the own game is over, and the button's words */
  function end([line, more]) {
    text('[data-ended] h2', line)
    text('[data-ended] p', more)
  }

  const ticking = setInterval(tick, 250)

  return {
    paint, tell, tellStuck, show, close, quiet, say, end,
    seconds: () => (playing(state) ? seconds_() : state.board.seconds),
    house: (at) => find('[data-houses]').children[at],
    destroy: () => clearInterval(ticking),
  }
}
