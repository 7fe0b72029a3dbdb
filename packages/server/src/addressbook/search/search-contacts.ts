import type { Queryable } from '../../platform/db/pool.ts'
import { contactCursorOf } from './contact-cursor.ts'
import { pageByLivingGroups } from './page-by-living-groups.ts'
import {
  type ContactCursor,
  type ContactFilter,
  type ContactOrder,
  contactPage,
  countContacts,
  foundPage,
  pageAfter,
  pageByWalk,
  type SummaryRow,
} from './page-queries.ts'
import { groupWalkOf, textWalkOf, type Walk } from './plan-walk.ts'
import { anyRemoval, bookRevision, keptContactTotal, keptGroupSize } from './queries.ts'
import type { RememberedTotals } from './remembered-totals.ts'
import { offsetOf, type Slice, sliceOf, totalShownBy } from './slice.ts'

export interface ContactSearch {
  readonly filter: ContactFilter
  /** Continues after this contact; the page number is then ignored. */
  readonly after: ContactCursor | undefined
  readonly page: number
  readonly pageSize: number
  readonly sortBy: ContactOrder
  readonly sortDirection: 'asc' | 'desc'
}

interface FoundContacts {
  readonly contacts: readonly SummaryRow[]
  readonly total: number
  readonly nextCursor: string | undefined
}

interface Reading {
  readonly db: Queryable
  readonly totals: RememberedTotals
}

/** What is known before the search runs. */
interface Known {
  readonly total: number
  /** Set if a walk may be the faster way to a page. */
  readonly walk?: (slice: Slice) => Walk | undefined
}

/** A page of an advisor's contacts, with the total count and where to go on. */
export async function searchContacts(reading: Reading, search: ContactSearch): Promise<FoundContacts> {
  const { after, filter } = search
  const { db } = reading
  if (search.sortBy === 'groupCount' && (await anyRemoval(db, [filter.advisorId])).length > 0) {
    return searchByLivingGroups(db, search)
  }
  if (after) return searchAfter(reading, search, after)
  const { contacts, total } = await searchPage(reading, search)
  // Whenever the page is full: the total may be from just before somebody was added.
  const last = contacts.length === search.pageSize ? contacts.at(-1) : undefined
  return { contacts, total, nextCursor: last && contactCursorOf(search, last) }
}

async function searchByLivingGroups(db: Queryable, search: ContactSearch): Promise<FoundContacts> {
  const { filter, after, pageSize } = search
  const place = { after, limit: pageSize + 1, offset: after ? 0 : offsetOf(search) }
  const sort = { isDescending: search.sortDirection === 'desc' }
  const { contacts: rows, total } = await pageByLivingGroups(db, filter, sort, place)
  const contacts = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? contacts.at(-1) : undefined
  return { contacts, total, nextCursor: last && contactCursorOf(search, last) }
}

async function searchAfter(
  reading: Reading,
  search: ContactSearch,
  after: ContactCursor,
): Promise<FoundContacts> {
  const { db } = reading
  const { filter, pageSize, sortBy, sortDirection } = search
  const sort = { by: sortBy, isDescending: sortDirection === 'desc' }
  // One more than shown tells whether anything follows.
  const rows = await pageAfter(db, filter, sort, { after, limit: pageSize + 1 })
  const known = (await keptTotal(db, filter)) ?? (await rememberedTotal(reading, filter))
  const total = known?.total ?? (await countedTotal(reading, filter))
  const contacts = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? contacts.at(-1) : undefined
  return { contacts, total, nextCursor: last && contactCursorOf(search, last) }
}

async function searchPage(
  reading: Reading,
  search: ContactSearch,
): Promise<Omit<FoundContacts, 'nextCursor'>> {
  const { db, totals } = reading
  const { filter, sortBy, sortDirection } = search
  const known = (await keptTotal(db, filter)) ?? (await rememberedTotal(reading, filter))
  if (known && offsetOf(search) >= known.total) return { contacts: [], total: known.total }
  const sort = { by: sortBy, isDescending: sortDirection === 'desc' }
  const slice = sliceOf(search, known?.total)

  const walk = known?.walk?.(slice)
  if (known && walk) {
    const contacts = await pageByWalk(db, filter, sort, { slice, walk })
    const isWhole = contacts.length === Math.min(slice.limit, known.total - slice.offset)
    if (isWhole) return { contacts, total: known.total }
  }
  if (filter.words !== undefined) {
    const range = { limit: search.pageSize, offset: offsetOf(search) }
    const { contacts, total, revision } = await foundPage(db, filter, sort, range)
    if (revision !== null) totals.remember(filter, { total, revision })
    return { contacts, total }
  }
  const contacts = await contactPage(db, filter, sort, slice)
  const total = known?.total ?? totalShownBy(search, contacts.length) ?? (await countedTotal(reading, filter))
  return { contacts, total }
}

const isUnset = (others: object): boolean => Object.values(others).every(value => value === undefined)

/** The total if writes maintain it: for the whole book and for one group. */
async function keptTotal(db: Queryable, filter: ContactFilter): Promise<Known | undefined> {
  const { advisorId, groupId, words, ...others } = filter
  if (words !== undefined || !isUnset(others)) return undefined
  if (groupId === undefined) {
    const [book] = await keptContactTotal(db, [advisorId])
    return { total: book?.total ?? 0 }
  }
  const [group] = await keptGroupSize(db, [advisorId, groupId])
  if (!group) return { total: 0 }
  const sizes = { matches: group.total, book: group.bookSize }
  return { total: group.total, walk: slice => groupWalkOf(slice, sizes) }
}

async function rememberedTotal({ db, totals }: Reading, filter: ContactFilter): Promise<Known | undefined> {
  const remembered = totals.recall(filter)
  if (!remembered) return undefined
  const { advisorId, words, groupId: _, ...others } = filter
  const [book] = await bookRevision(db, [advisorId])
  if (book?.revision !== remembered.revision) return undefined
  const { total } = remembered
  const isByText = words !== undefined && isUnset(others)
  if (!isByText) return { total }
  return { total, walk: slice => textWalkOf(slice, { matches: total, book: book.contactCount }) }
}

async function countedTotal({ db, totals }: Reading, filter: ContactFilter): Promise<number> {
  const { total, revision } = await countContacts(db, filter)
  if (revision !== null) totals.remember(filter, { total, revision })
  return total
}
