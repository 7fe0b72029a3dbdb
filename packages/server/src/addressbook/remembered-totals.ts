import type { ContactFilter } from './contact-search.ts'

interface RememberedTotal {
  readonly total: number
  /** Of the address book that was counted. While it has this revision the total is exact, on every process. */
  readonly revision: number
}

/** A few megabytes. */
const entriesMax = 10_000

/**
 * How many contacts a search found, so that its next page does not count them again: to count 30,000 costs ten times
 * what showing a page of them costs. The total and its revision come from one snapshot, and whoever uses it has read the
 * same revision afterwards; no write lies between them.
 */
export class RememberedTotals {
  // A Map keeps the order of insertion: the one that was not asked for the longest comes first.
  readonly #totals = new Map<string, RememberedTotal>()

  recall(filter: ContactFilter): RememberedTotal | undefined {
    const key = keyOf(filter)
    const found = this.#totals.get(key)
    if (found) this.#put(key, found)
    return found
  }

  remember(filter: ContactFilter, counted: RememberedTotal): void {
    this.#put(keyOf(filter), counted)
    for (const oldest of this.#totals.keys()) {
      if (this.#totals.size <= entriesMax) return
      this.#totals.delete(oldest)
    }
  }

  #put(key: string, value: RememberedTotal): void {
    this.#totals.delete(key)
    this.#totals.set(key, value)
  }
}

const keyOf = ({ advisorId, search, groupId, phone, modifiedSince }: ContactFilter): string =>
  JSON.stringify([advisorId, search, groupId, phone, modifiedSince])
