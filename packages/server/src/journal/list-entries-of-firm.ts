import type { Queryable } from '../platform/db/pool.ts'
import { entriesOfFirm, type SubjectRow } from './read-queries.ts'

interface Wanted {
  readonly firmId: number
  /** Empty: all. */
  readonly kinds: readonly string[]
  readonly before: { readonly at: Date; readonly entryId: number }
  readonly limit: number
}

export interface FirmEntryRow extends SubjectRow {
  readonly subjectId: number
}

/** Entries of the firm itself, newest first. */
export const listEntriesOfFirm = (
  db: Queryable,
  { firmId, kinds, before, limit }: Wanted,
): Promise<FirmEntryRow[]> => entriesOfFirm(db, [firmId, kinds, before.at, before.entryId, limit])
