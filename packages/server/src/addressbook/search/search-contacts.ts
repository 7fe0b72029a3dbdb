import type { Queryable } from '../../platform/db/pool.ts'
import {
  type ContactFilter,
  type ContactOrder,
  contactPage,
  countContacts,
  foundPage,
  pageByWalk,
  type SummaryRow,
} from './page-queries.ts'
import { groupWalkOf, textWalkOf, type Walk } from './plan-walk.ts'
import { bookRevision, keptContactTotal, keptGroupSize } from './queries.ts'
import type { RememberedTotals } from './remembered-totals.ts'
import { offsetOf, type Slice, sliceOf, totalShownBy } from './slice.ts'

export interface ContactSearch {
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

/** A page of an advisor's contacts, with the total count. */
export async function searchContacts(reading: Reading, search: ContactSearch): Promise<FoundContacts> {
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
  if (filter.search !== undefined) {
    const range = { limit: search.pageSize, offset: offsetOf(search) }
    const { contacts, total, revision } = await foundPage(db, filter, sort, range)
    if (revision !== null) totals.remember(filter, { total, revision })
    return { contacts, total }
  }
  const contacts = await contactPage(db, filter, sort, slice)
  const total = known?.total ?? totalShownBy(search, contacts.length) ?? (await countedTotal(reading, filter))
  return { contacts, total }
}

/** The total if writes maintain it: for the whole book and for one group. */
async function keptTotal(db: Queryable, filter: ContactFilter): Promise<Known | undefined> {
  const { advisorId, groupId, search, phone, modifiedSince } = filter
  if (search !== undefined || phone !== undefined || modifiedSince !== undefined) return undefined
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
  const { advisorId, search, phone, modifiedSince } = filter
  const [book] = await bookRevision(db, [advisorId])
  if (book?.revision !== remembered.revision) return undefined
  const { total } = remembered
  const isByText = search !== undefined && phone === undefined && modifiedSince === undefined
  if (!isByText) return { total }
  return { total, walk: slice => textWalkOf(slice, { matches: total, book: book.contactCount }) }
}

async function countedTotal({ db, totals }: Reading, filter: ContactFilter): Promise<number> {
  const { total, revision } = await countContacts(db, filter)
  if (revision !== null) totals.remember(filter, { total, revision })
  return total
}
