/** One race's websocket: it comes back by itself, notices silence, and speaks JSON. */

const PING_EVERY = 10_000
/** The first pings after opening: of several, one has had a short way. */
const FIRST_PINGS = [200, 400, 600]
const SILENT_AFTER = 16_000
/** What is sent is answered sooner than this, or the line is dead. */
const ANSWERED_WITHIN = 8000
const FINAL = (/** @type {number} */ code) => code >= 4400 && code <= 4404

/**
 * @param {string} race its id
 * @param {{message: (message: any) => void, state?: (open: boolean, final?: number) => void}} on
 */
export function connect(race, on) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const address = `${scheme}://${location.host}/ws/races/${race}/`
  /** @type {WebSocket | null} */
  let socket = null
  let tries = 0
  let heard = 0
  let stopped = false
  /** after how long a server that is about to go will be back, by its own word */
  let away = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again

  function open() {
    clearTimeout(again)
    const mine = new WebSocket(address, 'spiderweb.v1')
    socket = mine
    heard = performance.now()
    mine.onopen = () => {
      on.state?.(true)
      for (const wait of FIRST_PINGS) setTimeout(() => socket === mine && beat(), wait)
    }
    mine.onmessage = (event) => hear(event)
    mine.onclose = (event) => socket === mine && closed(event.code)
  }

  function hear(event) {
    heard = performance.now()
    tries = 0
    const message = JSON.parse(event.data)
    away = message.type === 'restart' ? message.in_ms + message.back_ms : 0
    on.message(message)
  }

  function closed(code) {
    socket = null
    if (FINAL(code)) stopped = true
    on.state?.(false, stopped ? code : undefined)
    if (!stopped) again = setTimeout(open, pause())
  }

  /**
   * Longer each time up to ten seconds, and never the same for all who lost the server at once.
   * Before a server is back there is no use in asking.
   */
  function pause() {
    const most = Math.min(10_000, 400 * 2 ** tries++)
    const wait = away ? away + (Math.random() * away) / 2 : most / 2 + (Math.random() * most) / 2
    away = 0
    return wait
  }

  /** Give up a dead connection at once, rather than when the network admits it. */
  function drop() {
    const dead = socket
    socket = null
    dead?.close()
    closed(1006)
  }

  function beat() {
    if (!socket || document.hidden) return
    if (performance.now() - heard > SILENT_AFTER) drop()
    else send({ type: 'ping', t: Math.round(performance.now()) })
  }

  function wake() {
    if (stopped || document.hidden) return
    if (!socket) open()
    else beat()
  }

  /** The device says that it has no network. */
  const lose = () => socket && drop()

  function send(message) {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(message))
    const [mine, sent] = [socket, performance.now()]
    setTimeout(() => socket === mine && heard < sent && drop(), ANSWERED_WITHIN)
    return true
  }

  open()
  const beating = setInterval(beat, PING_EVERY)
  addEventListener('online', wake)
  addEventListener('offline', lose)
  document.addEventListener('visibilitychange', wake)

  return {
    send,
    close() {
      stopped = true
      clearInterval(beating)
      clearTimeout(again)
      removeEventListener('online', wake)
      removeEventListener('offline', lose)
      document.removeEventListener('visibilitychange', wake)
      socket?.close()
    },
  }
}
