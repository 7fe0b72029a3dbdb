/** Number of free failures, and how long until one of them expires. */
export interface Patience {
  readonly freeFailures: number
  readonly forgetsOneAfterSeconds: number
}

const longestWaitSeconds = 15 * 60

/**
 * With all used up, an account can be tried about a hundred times a day from unknown devices, and an address can try anything
 * about once a minute. A device that the advisor has signed in with before has its own count, which others cannot use up.
 */
export const patience = {
  device: { freeFailures: 5, forgetsOneAfterSeconds: 3_600 },
  // One address at one account. A person who mistypes on a new device is stopped here, long before the account is.
  pair: { freeFailures: 5, forgetsOneAfterSeconds: 3_600 },
  // All unknown devices at one account.
  account: { freeFailures: 20, forgetsOneAfterSeconds: 3_600 },
  // A whole office may share an address, and a success of one person does not reset the failures of others.
  address: { freeFailures: 20, forgetsOneAfterSeconds: 60 },
} as const satisfies Record<string, Patience>

/** The count after a quiet time. */
export function rememberedFailures(failures: number, quietSeconds: number, limit: Patience): number {
  const forgotten = Math.floor(Math.max(0, quietSeconds) / limit.forgetsOneAfterSeconds)
  return Math.max(0, failures - forgotten)
}

/** Wait before the next attempt: 1 s after the last free failure, doubled by each further one. */
export function secondsToWait(failures: number, quietSeconds: number, limit: Patience): number {
  const excess = rememberedFailures(failures, quietSeconds, limit) - limit.freeFailures
  if (excess < 0) return 0
  const waitSeconds = Math.min(2 ** excess, longestWaitSeconds)
  return Math.max(0, Math.ceil(waitSeconds - Math.max(0, quietSeconds)))
}

export function formatWait(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}
