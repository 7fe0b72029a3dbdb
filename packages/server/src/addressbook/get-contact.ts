import type { Queryable } from '../db/pool.ts'
import { type ContactWithGroups, contactWithGroups } from './contact-queries.ts'
import { noContact } from './errors.ts'

export async function getContact(
  db: Queryable,
  advisorId: number,
  contactId: number,
): Promise<ContactWithGroups> {
  const [contact] = await contactWithGroups(db, [advisorId, contactId])
  if (!contact) throw noContact()
  return contact
}
