import { containing } from '../../platform/db/like.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { countSince, type Reading } from './anchors.ts'
import { correctionSince } from './change-queries.ts'
import { type ContactFilter, countContacts, holds } from './page-queries.ts'
import { groupWalkOf, textWalkOf, type Walk } from './plan-walk.ts'
import { bookRevision, keptContactTotal, keptGroupSize } from './queries.ts'
import type { Slice } from './slice.ts'

/** What is known before the search runs. */
export interface Known {
  readonly total: number
  /** Set if a walk may be the faster way to a page. */
  readonly walk?: (slice: Slice) => Walk | undefined
}

/** The total, unless it has to be counted. */
export async function findTotal(reading: Reading, filter: ContactFilter): Promise<Known | undefined> {
  return (
    (await keptTotal(reading.db, filter)) ??
    (await totalSince(reading, filter)) ??
    (await rememberedTotal(reading, filter))
  )
}

export async function countTotal({ db, totals }: Reading, filter: ContactFilter): Promise<number> {
  const { total, revision, snapshot } = await countContacts(db, filter)
  if (revision !== null) totals.remember(filter, { total, revision, snapshot })
  return total
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

/** Below this size, counting all changes costs no more than looking for an anchor. */
const anchoredBookMin = 20_000

/** The total of everybody who changed at an instant or later. */
async function totalSince(reading: Reading, filter: ContactFilter): Promise<Known | undefined> {
  const { advisorId, modifiedSince, ...others } = filter
  if (modifiedSince === undefined || !isUnset(others)) return undefined
  const [kept] = await keptContactTotal(reading.db, [advisorId])
  if (!kept || kept.total < anchoredBookMin) return undefined
  const counted = await countSince(reading, advisorId, modifiedSince)
  if (!counted) return undefined
  const { total, bookSize } = counted
  return { total, walk: slice => textWalkOf(slice, { matches: total, book: bookSize }) }
}

async function rememberedTotal(reading: Reading, filter: ContactFilter): Promise<Known | undefined> {
  const { db, totals } = reading
  const remembered = totals.recall(filter)
  if (!remembered) return undefined
  const { advisorId, words, groupId, ...others } = filter
  const isByText = words !== undefined && isUnset(others)
  const [book] = await bookRevision(db, [advisorId])
  if (book?.revision === remembered.revision) {
    const { total } = remembered
    if (!isByText) return { total }
    return { total, walk: slice => textWalkOf(slice, { matches: total, book: book.contactCount }) }
  }
  // Memberships are not among the noted changes.
  if (!isByText || groupId !== undefined) return undefined
  const correction = await correctionSince(db, advisorId, remembered, {
    condition: {
      text: words.map((_, index) => holds(`$${index + 3}`)).join(' and '),
      values: words.map(containing),
    },
    between: '0',
  })
  if (!correction) return undefined
  const { revision, snapshot, bookSize, difference } = correction
  const total = remembered.total + difference
  totals.remember(filter, { total, revision, snapshot })
  return { total, walk: slice => textWalkOf(slice, { matches: total, book: bookSize }) }
}
