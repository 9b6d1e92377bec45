/** Invitations, lobbies and results: keeps what the server drew up to date. */

import { bindShare } from './share.js'
import { followForms, marked } from './ready.js'
import { connect } from './net/socket.js'

const CALM = 300
const root = document.querySelector('[data-race]')
const { race: id } = root.dataset
const starting = document.querySelector('[data-starting]')
let { state } = root.dataset
let rev = Number(root.dataset.rev)
/** how far everybody was, by the last `pong` */
let told = ''
/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon

/** News comes in bursts: one look at the page answers all of it. */
function look() {
  clearTimeout(soon)
  soon = setTimeout(swap, CALM)
}

/** The same page again, drawn by the server; only the list of players is put in its place. */
async function swap() {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const now = page.querySelector('[data-race]')?.dataset
  const fresh = page.querySelector('#players')
  const old = document.querySelector('#players')
  // A board in a tab that has not been asked to go there: only told.
  if (starting && page.querySelector('.board') && !marked(id)) return starting.removeAttribute('hidden')
  if (now?.state !== state || !fresh || !old) return location.reload()
  starting?.setAttribute('hidden', '')
  rev = Number(now.rev)
  if (fresh.innerHTML !== old.innerHTML) put(fresh, old)
}

/** The new list in the old one's place; the focus stays on the form that it was on. */
function put(fresh, old) {
  const form = old.contains(document.activeElement) && document.activeElement.closest('form')
  old.replaceWith(fresh)
  if (form) (fresh.querySelector(`form[action="${form.getAttribute('action')}"] button`) ?? fresh.querySelector('button'))?.focus()
}

/** A race that has gone on to another state is another page. @returns {boolean} */
function changedState(race) {
  state ??= race.state
  if (race.state === state) return false
  if (starting && !marked(id)) swap()
  else location.reload()
  return true
}

const heard = (race) => changedState(race) || look()

/** News may have been lost: by this it is found out. */
function missed({ rev: newest, seqs }) {
  const before = told
  told = JSON.stringify(seqs ?? {})
  if (newest > rev || (before && before !== told)) look()
}

/** @type {Record<string, (message: any) => void>} */
const hear = {
  /** A game of one's own that has begun is the board's page. */
  welcome({ race, board }) {
    if (board?.state === 'playing' && !starting) location.reload()
    else if (!changedState(race) && race.rev > rev) look()
  },
  race: ({ race }) => heard(race),
  progress: look,
  pong: missed,
  result: ({ race }) => heard(race),
}

followForms(id)
connect(id, { message: (message) => hear[message.type]?.(message) })
bindShare(document)
