/** Invitations, lobbies and results: keeps what the server drew up to date. */

import { bindShare } from './share.js'
import { follow } from './follow.js'
import { followForms, marked } from './ready.js'
import { connect } from './net/socket.js'
import { keepForOffline } from './offline.js'

const CALM = 300
const root = document.querySelector('[data-race]')
const { race: id, page: kind } = root.dataset
const starting = document.querySelector('[data-starting]')
/** how far everybody was, by the last `pong` */
let told = ''
/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon

const rev = () => Number(root.dataset.rev)

/** News comes in bursts: one look at the page answers all of it. */
function look() {
  clearTimeout(soon)
  soon = setTimeout(compare, CALM)
}

/** The same page again, drawn by the server: what has changed since is put in its place. */
async function compare() {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } }).catch(() => null)
  if (!answer?.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = page.querySelector('[data-race]')
  // A board in a tab that has not been asked to go there: only told.
  if (starting && page.querySelector('.board') && !marked(id)) return starting.removeAttribute('hidden')
  if (fresh?.dataset.page !== kind) return location.reload()
  if (Number(fresh.dataset.rev) < rev()) return
  const focused = document.activeElement
  document.title = page.title
  follow(root, fresh)
  bindShare(root)
  // What had the focus is there no more: to what may be done instead.
  if (!focused.isConnected) root.querySelector('.main-form button, form button')?.focus()
}

/** In its next state a race is often another page, and a countdown does not wait. @returns {boolean} */
function changedState(race) {
  if (race.state === root.dataset.state) return false
  if (starting && !marked(id)) compare()
  else location.reload()
  return true
}

const heard = (race) => changedState(race) || look()

/** News may have been lost: by this it is found out. */
function missed({ rev: newest, seqs }) {
  const before = told
  told = JSON.stringify(seqs ?? {})
  if (newest > rev() || (before && before !== told)) look()
}

/** @type {Record<string, (message: any) => void>} */
const hear = {
  /** A game of one's own that has begun is the board's page. */
  welcome({ race, board }) {
    if (board?.state === 'playing' && !starting) location.reload()
    else if (!changedState(race) && race.rev > rev()) look()
  },
  race: ({ race }) => heard(race),
  progress: look,
  pong: missed,
  result: ({ race }) => heard(race),
}

followForms(id)
connect(id, { message: (message) => hear[message.type]?.(message) })
bindShare(document)
keepForOffline()
