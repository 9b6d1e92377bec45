/** Sounds, where the reader wants them. They tell nothing that is not also written. */

/**
 * What is played for what: steps of frequency in Hz, and seconds for each.
 * The names are those of effects, and of what else is heard on a board.
 * @type {Record<string, [number[], number]>}
 */
const TUNES = {
  take: [[520], 0.04],
  moved: [[330], 0.06],
  refuse: [[180, 150], 0.09],
  dealt: [[300, 320, 340, 360], 0.04],
  sequence: [[523, 659, 784], 0.1],
  rival: [[440, 392], 0.12],
  tick: [[440], 0.08],
  go: [[880], 0.2],
  won: [[523, 659, 784, 1047], 0.16],
}
const LOUD = 0.12

/** @returns {(name: string) => void} */
export function createSound() {
  /** @type {AudioContext | undefined} made at the first sound, for browsers ask for a touch first */
  let context

  return (name) => {
    if (!TUNES[name] || !globalThis.AudioContext) return
    context ??= new AudioContext()
    const [steps, each] = TUNES[name]
    steps.forEach((frequency, at) => note(context, frequency, context.currentTime + at * each, each))
  }
}

/** @param {AudioContext} context */
function note(context, frequency, start, length) {
  const [voice, volume] = [context.createOscillator(), context.createGain()]
  voice.type = 'triangle'
  voice.frequency.value = frequency
  volume.gain.setValueAtTime(LOUD, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + length)
  voice.connect(volume).connect(context.destination)
  voice.start(start)
  voice.stop(start + length)
}
