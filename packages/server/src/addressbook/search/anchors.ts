// Counting a million index entries takes 165 ms. Anchors are known positions with their ranks, so that only the entries after the
// nearest one are counted: for a page far from both ends, and for all changes since an instant.
import type { Queryable } from '../../platform/db/pool.ts'
import { readAnchors, spacing } from './anchor-queries.ts'
import { correctionSince } from './change-queries.ts'
import {
  type ContactCursor,
  type ContactFilter,
  type ContactOrder,
  pageAfter,
  type Sort,
  type SummaryRow,
  sortColumns,
  sortTypes,
} from './page-queries.ts'
import type { Anchors, RememberedTotals } from './remembered-totals.ts'

export interface Reading {
  readonly db: Queryable
  readonly totals: RememberedTotals
}

interface Order {
  readonly advisorId: number
  readonly by: ContactOrder
}

/** An anchor and how many contacts there were up to it, when the anchors were read. */
interface Choice {
  readonly anchor: ContactCursor
  readonly rank: number
}

interface Place extends Choice {
  readonly bookSize: number
  /** Counted by the given expression, from the same snapshot. */
  readonly between: number
}

/** The ranks of anchors are corrected by later changes. After too many of them, the anchors are read again. */
async function placeOf(
  { db, totals }: Reading,
  { advisorId, by }: Order,
  choose: (anchors: Anchors) => Choice | undefined,
  between?: { readonly text: string; readonly values: readonly unknown[] },
): Promise<Place | undefined> {
  const upToAnchor = `(contact.${sortColumns[by]}, contact.contact_id) <= ($3::${sortTypes[by] ?? 'text'}, $4::bigint)`
  const correct = async (anchors: Anchors): Promise<Place | undefined> => {
    const chosen = choose(anchors)
    if (!chosen) return undefined
    const { anchor, rank } = chosen
    const values = [anchor.key, anchor.id, ...(between?.values ?? [])]
    const correction = await correctionSince(db, advisorId, anchors, {
      condition: { text: upToAnchor, values },
      between: between?.text ?? '0',
    })
    return correction && { ...correction, anchor, rank: rank + correction.difference }
  }
  const remembered = totals.recallAnchors(advisorId, by)
  const place = remembered && (await correct(remembered))
  if (place) return place
  const anchors = await readAnchors(db, advisorId, by)
  if (!anchors) return undefined
  totals.rememberAnchors(advisorId, by, anchors)
  return correct(anchors)
}

const betweenAnchorAndInstant = `(
  select count(*) from contact
  where contact.advisor_id = $1 and (contact.modified_at, contact.id) > ($3::timestamptz, $4::bigint)
    and contact.modified_at < $5::timestamptz
)`
const beforeEverybody = { key: '-infinity', id: 0 }

/** How many contacts changed at an instant or later: everybody but those up to the anchor, and between it and the instant. */
export async function countSince(
  reading: Reading,
  advisorId: number,
  instant: Date,
): Promise<{ readonly total: number; readonly bookSize: number } | undefined> {
  const place = await placeOf(
    reading,
    { advisorId, by: 'dateTimeModified' },
    ({ positions }) => {
      const index = positions.findLastIndex(({ key }) => Date.parse(key) < instant.getTime())
      return { anchor: positions[index] ?? beforeEverybody, rank: (index + 1) * spacing }
    },
    { text: betweenAnchorAndInstant, values: [instant] },
  )
  if (!place) return undefined
  const { bookSize, rank, between } = place
  return { total: bookSize - rank - between, bookSize }
}

interface DeepPage {
  readonly filter: ContactFilter
  readonly sort: Sort
  readonly offset: number
  readonly limit: number
  readonly total: number
}

/** The second is before the page even if every change that a correction takes came before it. */
const stepsBack = [1, 4] as const

/** A page of the whole book, far from both ends. Undefined if no anchor is before it. */
export async function pageFromAnchor(
  reading: Reading,
  { filter, sort, offset, limit, total }: DeepPage,
): Promise<{ readonly contacts: readonly SummaryRow[]; readonly total: number } | undefined> {
  const { by, isDescending } = sort
  // Anchors are in ascending order: a descending page is read from its end.
  const startIn = (size: number): number => (isDescending ? size - offset - limit : offset)
  for (const steps of stepsBack) {
    const place = await placeOf(reading, { advisorId: filter.advisorId, by }, ({ positions }) => {
      const index = Math.min(Math.floor(startIn(total) / spacing) - steps, positions.length - 1)
      const anchor = positions[index]
      return anchor && { anchor, rank: (index + 1) * spacing }
    })
    if (!place) return undefined
    const { anchor, rank, bookSize } = place
    const skipped = startIn(bookSize) - rank
    if (skipped >= 0) {
      const ascending = { by, isDescending: false }
      const contacts = await pageAfter(reading.db, filter, ascending, {
        after: anchor,
        limit,
        offset: skipped,
      })
      return { contacts: isDescending ? contacts.toReversed() : contacts, total: bookSize }
    }
  }
  return undefined
}
