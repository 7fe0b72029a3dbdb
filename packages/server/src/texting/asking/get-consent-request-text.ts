import type { Queryable } from '../../platform/db/pool.ts'
import { consentRequestTextOf } from './consent-request-text.ts'

/** The exact text of a consent request, and the number it is sent from. */
export async function getConsentRequestText(
  db: Queryable,
  advisorId: number,
): Promise<{ readonly text: string; readonly number: string }> {
  const { text, number } = await consentRequestTextOf(db, advisorId)
  return { text, number }
}
