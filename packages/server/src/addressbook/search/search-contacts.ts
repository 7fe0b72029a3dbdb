import type { Queryable } from '../../platform/db/pool.ts'
import { pageFromAnchor, type Reading } from './anchors.ts'
import { contactCursorOf } from './contact-cursor.ts'
import { countTotal, findTotal } from './find-total.ts'
import { pageByLivingGroups } from './page-by-living-groups.ts'
import {
  type ContactCursor,
  type ContactFilter,
  type ContactOrder,
  contactPage,
  foundPage,
  pageAfter,
  pageByWalk,
  type SummaryRow,
} from './page-queries.ts'
import { removalsOf } from './queries.ts'
import { offsetOf, sliceOf, totalShownBy } from './slice.ts'
import { type Removals, walkByLivingGroups } from './walk-living-groups.ts'

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

/** A page of an advisor's contacts, with the total count and where to go on. */
export async function searchContacts(reading: Reading, search: ContactSearch): Promise<FoundContacts> {
  const { after, filter } = search
  const { db } = reading
  if (search.sortBy === 'groupCount') {
    const [removals] = await removalsOf(db, [filter.advisorId])
    if (removals) return searchByLivingGroups(db, search, removals)
  }
  if (after) return searchAfter(reading, search, after)
  const { contacts, total } = await searchPage(reading, search)
  // Whenever the page is full: the total may be from just before somebody was added.
  const last = contacts.length === search.pageSize ? contacts.at(-1) : undefined
  return { contacts, total, nextCursor: last && contactCursorOf(search, last) }
}

async function searchByLivingGroups(
  db: Queryable,
  search: ContactSearch,
  removals: Removals,
): Promise<FoundContacts> {
  const { filter, after, pageSize } = search
  const place = { after, limit: pageSize + 1, offset: after ? 0 : offsetOf(search) }
  const sort = { isDescending: search.sortDirection === 'desc' }
  const walked = isWholeBook(filter)
    ? await walkByLivingGroups(db, filter.advisorId, removals, sort, place)
    : undefined
  const { contacts: rows, total } = walked ?? (await pageByLivingGroups(db, filter, sort, place))
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
  const total = (await findTotal(reading, filter))?.total ?? (await countTotal(reading, filter))
  const contacts = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? contacts.at(-1) : undefined
  return { contacts, total, nextCursor: last && contactCursorOf(search, last) }
}

/** Fewer contacts are skipped faster than anchors are corrected. */
const anchoredOffsetMin = 10_000
/** More contacts take longer to collect and sort than to find in the order of the page. */
const collectedMax = 50_000

const isWholeBook = (filter: ContactFilter): boolean =>
  Object.entries(filter).every(([name, value]) => name === 'advisorId' || value === undefined)

async function searchPage(
  reading: Reading,
  search: ContactSearch,
): Promise<Omit<FoundContacts, 'nextCursor'>> {
  const { db, totals } = reading
  const { filter, sortBy, sortDirection } = search
  const known = await findTotal(reading, filter)
  if (known && offsetOf(search) >= known.total) return { contacts: [], total: known.total }
  const sort = { by: sortBy, isDescending: sortDirection === 'desc' }
  const slice = sliceOf(search, known?.total)

  if (known && isWholeBook(filter) && slice.offset > anchoredOffsetMin) {
    const range = { offset: offsetOf(search), limit: search.pageSize, total: known.total }
    const page = await pageFromAnchor(reading, { filter, sort, ...range })
    if (page) return page
  }
  // By the date of change, its index holds the page.
  const isInOrder = filter.modifiedSince !== undefined && sortBy === 'dateTimeModified'
  const walk = isInOrder ? undefined : known?.walk?.(slice)
  if (known && walk) {
    const contacts = await pageByWalk(db, filter, sort, { slice, walk })
    const isWhole = contacts.length === Math.min(slice.limit, known.total - slice.offset)
    if (isWhole) return { contacts, total: known.total }
  }
  const isCollected = filter.modifiedSince !== undefined && known?.walk && known.total <= collectedMax
  if (filter.words !== undefined || (isCollected && !isInOrder)) {
    const range = { limit: search.pageSize, offset: offsetOf(search) }
    const { contacts, total, revision, snapshot } = await foundPage(db, filter, sort, range)
    if (revision !== null) totals.remember(filter, { total, revision, snapshot })
    return { contacts, total }
  }
  const contacts = await contactPage(db, filter, sort, slice)
  const total = known?.total ?? totalShownBy(search, contacts.length) ?? (await countTotal(reading, filter))
  return { contacts, total }
}
