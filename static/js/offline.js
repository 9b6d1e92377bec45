/** Lets the browser keep what it needs for when there is no connection. */

export function keepForOffline() {
  // Where it cannot be had (a private window, no encryption), all goes on without it.
  addEventListener('load', () => navigator.serviceWorker?.register('/worker.js').catch(() => {}))
}
