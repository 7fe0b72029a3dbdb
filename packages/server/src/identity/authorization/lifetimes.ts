import type { Environment } from '../../db/migrate.ts'

const hour = 3_600
const day = 24 * hour

/** How long things of the authorization server live, in seconds. */
export const lifetimes = {
  accessToken: 900,
  code: 60,
  /** A refresh token that nobody uses; using it gives a new one. */
  refreshToken: 90 * day,
  /** How long the answer to a refresh may be asked for again: it may have been lost on its way. */
  refreshGrace: 60,
  /** What an advisor has allowed, however often it is refreshed. */
  grant: 365 * day,
  session: 12 * hour,
  interaction: hour,
  /** A token of the sandbox that was minted without an advisor's sign-in. */
  sandboxToken: 7 * day,
} as const

/** How long a retired key verifies: the life of the last token it signed, and time for every process to notice. */
export const keyVerifiesSeconds = (environment: Environment): number =>
  (environment === 'sandbox' ? lifetimes.sandboxToken : lifetimes.accessToken) + 120
