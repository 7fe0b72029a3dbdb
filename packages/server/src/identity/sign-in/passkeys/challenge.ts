import { inTransaction } from '../../../db/in-transaction.ts'
import type { Database } from '../../../db/pool.ts'
import { hashSecret } from '../../secrets.ts'
import { saveChallenge, takeChallenge } from '../queries.ts'

export const challengeLifeSeconds = 300

/** What a challenge is for: one interaction that wants a sign-in, or one advisor who adds a passkey. */
export type Occasion = { readonly interaction: string } | { readonly advisorId: number }

// Hashed, since whoever knows the name of an interaction holds half of its cookie.
const nameOf = (occasion: Occasion): string => hashSecret(JSON.stringify(occasion)).toString('base64url')

export async function keepChallenge(
  database: Database,
  occasion: Occasion,
  challenge: string,
): Promise<void> {
  await inTransaction(database, tx => saveChallenge(tx, [nameOf(occasion), challenge, challengeLifeSeconds]))
}

/** The challenge, once: whatever comes of it, the next attempt needs a new one. */
export async function spendChallenge(database: Database, occasion: Occasion): Promise<string | undefined> {
  const [taken] = await inTransaction(database, tx => takeChallenge(tx, [nameOf(occasion)]))
  return taken?.is_alive ? taken.challenge : undefined
}
