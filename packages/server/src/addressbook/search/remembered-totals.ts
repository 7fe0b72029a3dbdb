import { LeastRecentlyUsed } from '../../platform/memory/least-recently-used.ts'
import type { ContactCursor, ContactFilter, ContactOrder } from './page-queries.ts'

/** When something was counted. */
export interface CountedAt {
  /** Revision of the address book that was counted. While it is current, the total is exact in every process. */
  readonly revision: number
  /** Snapshot of the same statement: a later count has to add the changes it does not show. */
  readonly snapshot: string
}

interface RememberedTotal extends CountedAt {
  readonly total: number
}

/** Positions in the ascending order, every so many contacts. */
export interface Anchors extends CountedAt {
  readonly positions: readonly ContactCursor[]
}

/** A few megabytes. */
const entriesMax = 10_000
/** Each with 50 kB for a book of a million. */
const anchorsMax = 500

/**
 * Caches how many contacts a search found, so that its next page need not count again: counting 30,000 costs ten times
 * as much as showing a page of them. The total and its revision come from one snapshot, and every use reads the same
 * revision afterwards, so no write lies between them. If one does, the total is corrected by what it changed
 * (change-queries.ts).
 */
export class RememberedTotals {
  readonly #totals = new LeastRecentlyUsed<RememberedTotal>(entriesMax)
  readonly #anchors = new LeastRecentlyUsed<Anchors>(anchorsMax)

  recall(filter: ContactFilter): RememberedTotal | undefined {
    return this.#totals.get(keyOf(filter))
  }

  remember(filter: ContactFilter, counted: RememberedTotal): void {
    this.#totals.set(keyOf(filter), counted)
  }

  recallAnchors(advisorId: number, order: ContactOrder): Anchors | undefined {
    return this.#anchors.get(`${advisorId} ${order}`)
  }

  rememberAnchors(advisorId: number, order: ContactOrder, anchors: Anchors): void {
    this.#anchors.set(`${advisorId} ${order}`, anchors)
  }
}

const keyOf = ({ advisorId, words, groupId, phone, externalId, modifiedSince }: ContactFilter): string =>
  JSON.stringify([advisorId, words, groupId, phone, externalId, modifiedSince])
