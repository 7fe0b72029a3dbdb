import type { Environment } from '../platform/db/migrate.ts'

const hour = 3_600
const day = 24 * hour

/** Lifetimes in the authorization server, in seconds. */
export const lifetimes = {
  accessToken: 900,
  code: 60,
  /** An unused refresh token; using it gives a new one. */
  refreshToken: 90 * day,
  /** How long a refresh can be repeated, because its response may have been lost. */
  refreshGrace: 60,
  /** Lifetime of a grant, however often its tokens are refreshed. */
  grant: 365 * day,
  session: 12 * hour,
  interaction: hour,
  /** A sandbox token minted without an advisor's sign-in. */
  sandboxToken: 7 * day,
} as const

/** How long a retired key verifies: the lifetime of the last token it signed, plus time for every process to notice. */
export const keyVerifiesSeconds = (environment: Environment): number =>
  (environment === 'sandbox' ? lifetimes.sandboxToken : lifetimes.accessToken) + 120
