import type { Queryable } from '../platform/db/pool.ts'
import type { Asking } from './decide-ask.ts'
import { consentsOfContacts } from './queries.ts'

interface ContactConsent extends Asking {
  readonly phone: string
  readonly memberId: number
}

/** Current consent for the contacts' numbers, keyed by contact id. Contacts without a number are not in the map. */
export async function findConsents(
  db: Queryable,
  advisorId: number,
  contactIds: readonly number[],
): Promise<ReadonlyMap<number, ContactConsent>> {
  const rows = await consentsOfContacts(db, [advisorId, contactIds])
  return new Map(rows.map(({ contactId, ...consent }) => [contactId, consent]))
}
