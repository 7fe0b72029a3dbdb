import type { Queryable } from '../platform/db/pool.ts'
import { entriesOfContact, type SubjectRow } from './read-queries.ts'

interface Wanted {
  readonly contactId: number
  /** Only entries before this one. */
  readonly before?: { readonly at: Date; readonly entryId: number } | undefined
  readonly limit: number
}

const end = { at: new Date(8_640_000_000_000_000), entryId: Number.MAX_SAFE_INTEGER }

/** Entries about a contact, newest first. */
export const listEntriesOfContact = (
  db: Queryable,
  advisorId: number,
  { contactId, before = end, limit }: Wanted,
): Promise<SubjectRow[]> => entriesOfContact(db, [advisorId, contactId, before.at, before.entryId, limit])
