import type { Queryable } from '../../db/pool.ts'
import type { ConsentState } from './consent.ts'
import { consentsOfContacts } from './queries.ts'

interface ContactConsent {
  readonly phone: string
  readonly memberId: number
  readonly consent: ConsentState
}

/** Where consent stands for the numbers of contacts, by contact id. One without a number is not in the map. */
export async function findConsents(
  db: Queryable,
  advisorId: number,
  contactIds: readonly number[],
): Promise<ReadonlyMap<number, ContactConsent>> {
  const rows = await consentsOfContacts(db, [advisorId, contactIds])
  return new Map(rows.map(({ contactId, ...consent }) => [contactId, consent]))
}
