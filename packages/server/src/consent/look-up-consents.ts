import type { Queryable } from '../platform/db/pool.ts'
import { consentByPhones } from './queries.ts'
import type { KnownConsent } from './shown-consent.ts'
import { withAskRefusals } from './with-ask-refusals.ts'

/** Current consent for many numbers, in their order. As in getConsent, numbers that no contact has are not disclosed. */
export async function lookUpConsents(
  db: Queryable,
  advisorId: number,
  phones: readonly string[],
): Promise<{ readonly consents: readonly KnownConsent[]; readonly notFound: readonly string[] }> {
  const distinct = [...new Set(phones)]
  const rows = (await consentByPhones(db, [advisorId, distinct])).filter(({ hasContact }) => hasContact)
  const known = new Map((await withAskRefusals(db, advisorId, rows)).map(each => [each.phone, each]))
  return {
    consents: distinct.flatMap(phone => known.get(phone) ?? []),
    notFound: distinct.filter(phone => !known.has(phone)),
  }
}
