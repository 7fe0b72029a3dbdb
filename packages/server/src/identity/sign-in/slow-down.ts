/** How many failures are free, and how long until one of them is forgotten. */
export interface Patience {
  readonly freeFailures: number
  readonly forgetsOneAfterSeconds: number
}

const longestWaitSeconds = 15 * 60

/** With both used up, an account can be tried about a hundred times a day, an address about once a minute. */
export const patience = {
  account: { freeFailures: 5, forgetsOneAfterSeconds: 3_600 },
  // A whole office may share an address, and a success of one does not make up for the slips of the others.
  address: { freeFailures: 20, forgetsOneAfterSeconds: 60 },
} as const satisfies Record<string, Patience>

/** The count that is left after a quiet time. */
export function rememberedFailures(failures: number, quietSeconds: number, limit: Patience): number {
  const forgotten = Math.floor(Math.max(0, quietSeconds) / limit.forgetsOneAfterSeconds)
  return Math.max(0, failures - forgotten)
}

/** How long until the next attempt is heard: 1 s after the last free failure, doubled by each further one. */
export function secondsToWait(failures: number, quietSeconds: number, limit: Patience): number {
  const excess = rememberedFailures(failures, quietSeconds, limit) - limit.freeFailures
  if (excess < 0) return 0
  const waitSeconds = Math.min(2 ** excess, longestWaitSeconds)
  return Math.max(0, Math.ceil(waitSeconds - Math.max(0, quietSeconds)))
}

export function inWords(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}
