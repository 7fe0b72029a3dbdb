const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The schedule of Standard Webhooks: nine retries in 75 hours and 35 minutes. */
const retries = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

const probes = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour]
const probesAfterwards = 6 * hour

/** So many failures in a row, of whichever events, are the endpoint's own. */
export const failuresMax = 10
/** After so long without one success an endpoint pauses. */
export const pauseAfterMs = 72 * hour

/** Random by a fifth, so that what failed together does not return together. */
const spread = (ms: number, random: number): number => Math.round(ms * (0.8 + 0.4 * random))

/** How long a single event waits after this many attempts. Undefined: it is given up. */
export function retryDelayMs(attempts: number, random: number, askedMs = 0): number | undefined {
  const delay = retries[attempts - 1]
  return delay === undefined ? undefined : Math.max(spread(delay, random), askedMs)
}

/** How long an endpoint that fails wholly is left alone after this many probes. */
export const probeDelayMs = (probed: number, random: number, askedMs = 0): number =>
  Math.max(spread(probes[probed] ?? probesAfterwards, random), askedMs)
