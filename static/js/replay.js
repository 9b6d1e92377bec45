/** A finished game, move by move: the positions are the server's, patched column by column. */

import { backElement, cardElement } from './board/cards.js'
import { clockText, fill, gettext, ngettext } from './i18n.js'
import { columnName, happened } from './board/words.js'
import { fit, lay, measure } from './board/compact.js'
import { bindReplayKeys } from './replay-keys.js'
import { createAnimator } from './board/animate.js'
import { createPlayer } from './replay-player.js'
import { paintHouses } from './board/houses.js'

const root = document.querySelector('[data-replay]')
const tableau = root.querySelector('.tableau')
const columns = [...tableau.querySelectorAll('.column')]
const scrubber = root.querySelector('[data-scrubber]')
const last = Number(root.dataset.steps)
const need = Number(root.dataset.need)
const find = (/** @type {string} */ selector) => root.querySelector(selector)
const houses = find('[data-houses]')
let at = Math.min(Number(root.dataset.at), last)
let size = measure(tableau)

/** Every position from the first on; a step tells only the columns that it changed. */
function positionsOf({ start, steps }) {
  const positions = [{ ...start, ms: 0 }]
  for (const { columns: changed, ...step } of steps) {
    const before = positions.at(-1)
    const all = before.columns.map((column, index) => changed[index + 1] ?? column)
    positions.push({ ...before, ...step, columns: all })
  }
  return positions
}

function paintColumn(element, number, column) {
  const { down, up } = column
  const cards = up.map((card, index) => cardElement(card, index === up.length - 1))
  element.replaceChildren(...Array.from({ length: down }, backElement), ...cards)
  if (down) element.dataset.down = down
  else delete element.dataset.down
  element.setAttribute('role', 'img')
  element.ariaLabel = columnName(number, column, 0, false)
  lay(element, fit(down, up.length, size.room, size.steps))
}

function start(positions) {
  /** @type {any[]} what each column shows */
  const painted = []
  const animator = createAnimator({ columns: () => columns, stock: () => find('.replay-table header'), house: (nth) => houses.children[nth] })
  const player = createPlayer({ positions, last, at: () => at, go, changed: paintPlay })

  function paint() {
    const position = positions[at]
    position.columns.forEach((column, index) => {
      if (painted[index] !== column) paintColumn(columns[index], index + 1, column)
      painted[index] = column
    })
    paintNumbers(position)
    paintScrubber()
  }

  function paintNumbers({ moves, sequences, ms }) {
    bold('[data-moves]', ngettext('%(count)s move', '%(count)s moves', moves), { count: moves })
    bold('[data-sequences]', gettext('%(count)s of %(need)s'), { count: sequences.length, need })
    paintHouses(houses, sequences, need)
    bold('[data-position]', gettext('Move %(count)s of %(last)s'), { count: at, last })
    find('[data-time]').textContent = clockText(ms / 1000)
  }

  /** A sentence with its first number in bold, whatever the order of the language. */
  function bold(selector, sentence, { count, ...values }) {
    const number = Object.assign(document.createElement('b'), { textContent: count })
    const [before, after] = fill(sentence.replace('%(count)s', '\n'), values).split('\n')
    find(selector).replaceChildren(before, number, after)
  }

  function paintScrubber() {
    scrubber.value = at
    scrubber.ariaValueText = fill(gettext('Move %(at)s of %(last)s'), { at, last })
    scrubber.style.setProperty('--share', (at / Math.max(last, 1)) * 100)
    for (const [name, step] of [['back', at - 1], ['forward', at + 1]]) find(`[data-go="${name}"]`).search = `?at=${clamp(step)}`
  }

  function paintPlay(playing) {
    const button = find('[data-go="play"]')
    button.ariaLabel = playing ? gettext('Pause') : gettext('Play')
    button.querySelector('use').setAttribute('href', `${document.body.dataset.icons}#${playing ? 'pause' : 'play'}`)
  }

  const clamp = (step) => Math.min(Math.max(step, 0), last)

  /** To a position; one step on is shown as it happened. */
  function go(step) {
    const target = clamp(step)
    const before = positions[at]
    const forward = target === at + 1
    at = target
    const effects = forward ? positions[at].effects : []
    animator.show(effects, { done: positions[at].sequences.length }, paint)
    const sentence = at ? happened(positions[at].effects, forward ? before : positions[at - 1], positions[at], need) : gettext('The cards as they were dealt.')
    find('[data-sentence]').textContent = sentence
    history.replaceState(null, '', `?at=${at}`)
  }

  /** The nearest sequence before or after this position. */
  function event(by) {
    const found = marks.filter((mark) => (by > 0 ? mark > at : mark < at)).at(by > 0 ? 0 : -1)
    go(found ?? (by > 0 ? last : 0))
  }

  const marks = positions.flatMap(({ effects = [] }, index) => (effects.some(({ sequence }) => sequence) ? [index] : []))
  find('[data-ticks]').replaceChildren(...marks.map((mark) => {
    const tick = document.createElement('i')
    tick.style.setProperty('--share', (mark / last) * 100)
    return tick
  }))

  /** By hand: playing stops where somebody steps. */
  const by = (step) => () => {
    player.stop()
    go(step())
  }
  const steps = { first: by(() => 0), back: by(() => at - 1), forward: by(() => at + 1), last: by(() => last), play: player.toggle }
  for (const control of root.querySelectorAll('[data-go]')) {
    control.hidden = false
    control.addEventListener('click', (click) => {
      click.preventDefault()
      steps[control.dataset.go]()
    })
  }
  scrubber.disabled = false
  scrubber.addEventListener('input', by(() => Number(scrubber.value)))
  find('[data-choices]').hidden = false
  bindReplayKeys(root, { ...steps, far: (sign) => by(() => at + 10 * sign)(), event })
  new ResizeObserver(() => {
    size = measure(tableau)
    painted.length = 0
    paint()
  }).observe(tableau.parentElement)
  paint()
}

const answer = await fetch(`/api/v1/attempts/${root.dataset.replay}/replay`, { headers: { Accept: 'application/json' } })
if (answer.ok) start(positionsOf(await answer.json()))
