import type { Queryable } from '../../db/pool.ts'
import { consentWordsOf } from './consent-words.ts'

/** What a request for consent says, word for word, and the number that it leaves from. */
export async function getConsentRequestText(
  db: Queryable,
  advisorId: number,
): Promise<{ readonly text: string; readonly number: string }> {
  const { text, number } = await consentWordsOf(db, advisorId)
  return { text, number }
}
