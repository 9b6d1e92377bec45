/** Pages for when there is no connection: the last boards and races as they were, else a word about it. */
{% autoescape off %}
const PARTS = [{% for part in parts %}'{{ part }}', {% endfor %}]
{% endautoescape %}
const OFFLINE = '/offline/'
const KEPT = `offline-${PARTS.join()}`
const RACES = 'races'
const MOST_RACES = 10
const isRace = (url) => new URL(url).pathname.startsWith('/r/')

async function install() {
  const kept = await caches.open(KEPT)
  // Without cookies: the page is nobody's.
  await kept.addAll([new Request(OFFLINE, { credentials: 'omit', cache: 'reload' }), ...PARTS])
  await self.skipWaiting()
}

async function activate() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== KEPT && name !== RACES).map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** A race's page is kept as it was last seen; the oldest goes. */
async function keep(request, answer) {
  const races = await caches.open(RACES)
  await races.delete(request)
  await races.put(request, answer)
  const all = await races.keys()
  for (const old of all.slice(0, -MOST_RACES)) await races.delete(old)
}

async function page(request) {
  try {
    const answer = await fetch(request)
    if (answer.ok && !answer.redirected && isRace(request.url)) await keep(request, answer.clone())
    return answer
  } catch {
    return (await caches.match(request)) ?? caches.match(OFFLINE)
  }
}

const part = async (request) => (await caches.match(request)) ?? fetch(request)

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (PARTS.includes(new URL(request.url).pathname)) event.respondWith(part(request))
})
