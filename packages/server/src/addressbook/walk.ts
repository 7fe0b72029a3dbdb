// Two ways lead to a page: to fetch all that match and sort them, or to walk through the sorted book until enough have been
// met. Which is shorter follows from how many match, which is known for groups and for searches that were counted.
import type { Slice } from './page.ts'

export interface Walk {
  /** How many contacts it passes at most. */
  readonly reach: number
  /** All members of the group are read into a hash table first; otherwise each contact is looked up in the index. */
  readonly isHashed: boolean
}

interface Sizes {
  /** How many match. */
  readonly matches: number
  readonly book: number
}

/** Microseconds, measured in a book of a million. */
const cost = { fetch: 10, pass: 0.4, lookUp: 2, hash: 0.3 }
/** More would not fit into the memory that a statement has, and the planner would look through a list. */
const hashedMax = 100_000
/** Matches may be sparse where the page is: who joined last year is at one end of the order by creation. */
const slack = 8

const passedBy = ({ offset, limit }: Slice, { matches, book }: Sizes): number =>
  ((offset + limit) * book) / Math.max(1, matches)

const reachOf = (passed: number): number => Math.ceil(passed * slack) + 1_000

/** Undefined: fetching and sorting the members is the shorter way. */
export function groupWalkOf(slice: Slice, sizes: Sizes): Walk | undefined {
  const { matches } = sizes
  const passed = passedBy(slice, sizes)
  const fetching = matches * cost.fetch
  const lookingUp = passed * (cost.pass + cost.lookUp)
  const hashing = matches > hashedMax ? Number.POSITIVE_INFINITY : passed * cost.pass + matches * cost.hash
  if (fetching <= Math.min(lookingUp, hashing)) return undefined
  return { reach: reachOf(passed), isHashed: hashing < lookingUp }
}

/** Undefined: fetching is the shorter way. A contact costs the same either way, since its text is in its row. */
export function textWalkOf(slice: Slice, sizes: Sizes): Walk | undefined {
  const reach = reachOf(passedBy(slice, sizes))
  return reach < sizes.matches ? { reach, isHashed: false } : undefined
}
