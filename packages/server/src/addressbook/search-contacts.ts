import type { Queryable } from '../db/pool.ts'
import {
  type ContactFilter,
  type ContactOrder,
  contactPage,
  countContacts,
  type SummaryRow,
} from './contact-search.ts'
import { offsetOf, sliceOf, totalShownBy } from './page.ts'
import { keptContactTotal, keptGroupSize } from './search-queries.ts'

interface ContactSearch {
  readonly filter: ContactFilter
  readonly page: number
  readonly pageSize: number
  readonly sortBy: ContactOrder
  readonly sortDirection: 'asc' | 'desc'
}

interface FoundContacts {
  readonly contacts: readonly SummaryRow[]
  readonly total: number
}

/** A page of an advisor's contacts and how many there are in all. */
export async function searchContacts(db: Queryable, search: ContactSearch): Promise<FoundContacts> {
  const { filter, sortBy, sortDirection } = search
  const kept = await keptTotal(db, filter)
  if (kept !== undefined && offsetOf(search) >= kept) return { contacts: [], total: kept }
  const sort = { by: sortBy, isDescending: sortDirection === 'desc' }
  const contacts = await contactPage(db, filter, sort, sliceOf(search, kept))
  const total = kept ?? totalShownBy(search, contacts.length) ?? (await countContacts(db, filter))
  return { contacts, total }
}

/** The total where the writes keep it: of everything, and of one group. */
async function keptTotal(db: Queryable, filter: ContactFilter): Promise<number | undefined> {
  const { advisorId, groupId, search, phone, modifiedSince } = filter
  if (search !== undefined || phone !== undefined || modifiedSince !== undefined) return undefined
  const [row] =
    groupId === undefined
      ? await keptContactTotal(db, [advisorId])
      : await keptGroupSize(db, [advisorId, groupId])
  return row?.total ?? 0
}
