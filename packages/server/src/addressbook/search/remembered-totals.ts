import { LeastRecentlyUsed } from '../../platform/memory/least-recently-used.ts'
import type { ContactFilter } from './page-queries.ts'

interface RememberedTotal {
  readonly total: number
  /** Revision of the address book that was counted. While it is current, the total is exact in every process. */
  readonly revision: number
}

/** A few megabytes. */
const entriesMax = 10_000

/**
 * Caches how many contacts a search found, so that its next page need not count again: counting 30,000 costs ten times
 * as much as showing a page of them. The total and its revision come from one snapshot, and every use reads the same
 * revision afterwards, so no write lies between them.
 */
export class RememberedTotals {
  readonly #totals = new LeastRecentlyUsed<RememberedTotal>(entriesMax)

  recall(filter: ContactFilter): RememberedTotal | undefined {
    return this.#totals.get(keyOf(filter))
  }

  remember(filter: ContactFilter, counted: RememberedTotal): void {
    this.#totals.set(keyOf(filter), counted)
  }
}

const keyOf = ({ advisorId, words, groupId, phone, externalId, modifiedSince }: ContactFilter): string =>
  JSON.stringify([advisorId, words, groupId, phone, externalId, modifiedSince])
