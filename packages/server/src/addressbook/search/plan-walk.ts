// There are two ways to get a page: fetch all matches and sort them, or walk the sorted book until enough match. Which
// is faster depends on the number of matches, which is known for groups and for searches counted before.
import type { Slice } from './slice.ts'

export interface Walk {
  /** Maximum number of contacts to pass. */
  readonly reach: number
  /**
   * True to read all members of the group into a hash table first; otherwise each contact is looked up in the index.
   */
  readonly isHashed: boolean
}

interface Sizes {
  /** Number of matches. */
  readonly matches: number
  readonly book: number
}

/** Microseconds, measured in a book of a million contacts. */
const cost = { fetch: 10, pass: 0.4, lookUp: 2, hash: 0.3 }
/** More would not fit into work_mem, and the planner would scan a list instead. */
const hashedMax = 100_000
/**
 * Safety factor, since matches may be sparse around the page: everyone who joined last year is at one end of the order
 * by creation.
 */
const slack = 8

const passedBy = ({ offset, limit }: Slice, { matches, book }: Sizes): number =>
  ((offset + limit) * book) / Math.max(1, matches)

const reachOf = (passed: number): number => Math.ceil(passed * slack) + 1_000

/** Undefined if fetching and sorting the members is faster. */
export function groupWalkOf(slice: Slice, sizes: Sizes): Walk | undefined {
  const { matches } = sizes
  const passed = passedBy(slice, sizes)
  const fetching = matches * cost.fetch
  const lookingUp = passed * (cost.pass + cost.lookUp)
  const hashing = matches > hashedMax ? Number.POSITIVE_INFINITY : passed * cost.pass + matches * cost.hash
  if (fetching <= Math.min(lookingUp, hashing)) return undefined
  return { reach: reachOf(passed), isHashed: hashing < lookingUp }
}

/**
 * Undefined if fetching is faster. A contact costs the same either way, since its text is in its row. A walk that may be too short
 * passes no more contacts than fetching would.
 */
export function textWalkOf(slice: Slice, sizes: Sizes): Walk | undefined {
  const passed = passedBy(slice, sizes)
  if (passed * 2 >= sizes.matches) return undefined
  return { reach: Math.min(reachOf(passed), sizes.matches), isHashed: false }
}
