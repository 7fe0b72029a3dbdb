import type { Queryable } from '../../platform/db/pool.ts'
import { noContact } from '../errors.ts'
import { type ContactWithGroups, contactWithGroups } from './queries.ts'

export async function getContact(
  db: Queryable,
  advisorId: number,
  contactId: number,
): Promise<ContactWithGroups> {
  const [contact] = await contactWithGroups(db, [advisorId, contactId])
  if (!contact) throw noContact()
  return contact
}
