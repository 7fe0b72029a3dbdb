import type { Queryable } from '../../platform/db/pool.ts'
import type { ContactFields } from '../contacts/contact-fields.ts'
import { findKnownPeople } from './queries.ts'

/** What tells people apart. */
export type Identified = Pick<ContactFields, 'firstName' | 'lastName' | 'emailAddress' | 'phone'>

/** Whom a line is about: a contact, or the person of an earlier line, by its position. */
export type SamePerson = { readonly contactId: number } | { readonly position: number }

/**
 * The lines that are about somebody known, by position. Two are the same person if name and number, or name and e-mail address,
 * are the same; what one line says about a person counts for those after it.
 */
export async function duplicatesOf(
  db: Queryable,
  advisorId: number,
  people: readonly Identified[],
): Promise<ReadonlyMap<number, SamePerson>> {
  if (people.length === 0) return new Map()
  const known = await findKnownPeople(db, [
    advisorId,
    people.map(nameOf),
    people.map(({ phone }) => phone),
    people.map(({ emailAddress }) => emailAddress),
  ])
  const duplicates = new Map<number, SamePerson>()
  for (const { position, contactId, firstByPhone, firstByEmail } of known) {
    const earlier = [firstByPhone, firstByEmail].find(first => first !== null && first < position)
    if (contactId !== null) duplicates.set(position, { contactId })
    else if (typeof earlier === 'number') {
      duplicates.set(position, duplicates.get(earlier) ?? { position: earlier })
    }
  }
  return duplicates
}

/** As the address book shows it, so that both are compared alike. */
export const nameOf = ({ firstName, lastName, emailAddress, phone }: Identified): string =>
  [firstName, lastName].filter(part => part !== null).join(' ') || (emailAddress ?? phone ?? '')
