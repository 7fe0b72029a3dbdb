import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { hashSecret } from '../../secrets.ts'
import { saveChallenge, takeChallenge } from './queries.ts'

export const challengeLifeSeconds = 300

/** Purpose of a challenge: one interaction that needs a sign-in, or one person who adds a passkey. */
export type Occasion = { readonly interaction: string } | { readonly personId: number }

// Hashed, because the name of an interaction is half of its cookie.
const nameOf = (occasion: Occasion): string => hashSecret(JSON.stringify(occasion)).toString('base64url')

export async function keepChallenge(
  database: Database,
  occasion: Occasion,
  challenge: string,
): Promise<void> {
  await inTransaction(database, tx => saveChallenge(tx, [nameOf(occasion), challenge, challengeLifeSeconds]))
}

/** Returns the challenge once: each attempt needs a new one. */
export async function spendChallenge(database: Database, occasion: Occasion): Promise<string | undefined> {
  const [taken] = await inTransaction(database, tx => takeChallenge(tx, [nameOf(occasion)]))
  return taken?.isAlive ? taken.challenge : undefined
}
