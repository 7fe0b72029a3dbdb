// Sizes and distribution of the data: deterministic for a given scale.

export interface Shape {
  readonly scale: number
  readonly advisors: number
  readonly contacts: number
  /** Contacts of the first advisor. */
  readonly bigBook: number
  readonly contentItems: number
}

/** Without a size of its own, the big book is a tenth of all contacts. */
export function shapeOf(scale: number, bigBook = Math.round(1_000_000 * scale)): Shape {
  const contacts = Math.round(9_000_000 * scale) + bigBook
  return {
    scale,
    advisors: Math.max(10, Math.round(10_000 * scale)),
    contacts,
    bigBook,
    contentItems: Math.round(100_000 * scale),
  }
}

/** Ids step by 1024 from the cell number, which is 1. */
export const idAt = (index: number): number => 1 + 1024 * index

/** How many contacts each advisor has; the first is the big one. */
export function bookSizes({ advisors, contacts, bigBook }: Shape): number[] {
  const others = advisors - 1
  const left = contacts - bigBook
  return [
    bigBook,
    ...Array.from(
      { length: others },
      (_, index) => Math.floor(left / others) + (index < left % others ? 1 : 0),
    ),
  ]
}

/** A group has the contacts whose shuffled position in the book is below the group's size. */
interface PlannedGroup {
  readonly size: number
  readonly step: number
}

/** Two memberships for each contact on average, in groups of very different sizes. */
export function groupsOf(bookSize: number, isBig: boolean): PlannedGroup[] {
  const shares = isBig
    ? [0.5, 0.35, 0.25, 0.2, 0.15, 0.12, 0.1, 0.08, 0.07, 0.05, 0.04, 0.03, 0.025, 0.015, 0.01, 0.005]
    : [0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05, 0.03, 0.02]
  const sizes = shares.map(share => Math.floor(bookSize * share))
  // A contact is in a group at most once, so a small book has only as many small groups as it can fill.
  const small = isBig ? Math.min(250, Math.floor(bookSize / 40)) : 0
  return [...sizes, ...Array.from({ length: small }, () => Math.min(20, bookSize))].map((size, index) => ({
    size,
    step: coprimeStep(bookSize, index),
  }))
}

export const isIn = ({ size, step }: PlannedGroup, place: number, bookSize: number): boolean =>
  (place * step) % bookSize < size

function coprimeStep(bookSize: number, index: number): number {
  let step = 7_919 + 104 * index
  while (greatestDivisor(step, bookSize) !== 1) step += 1
  return step
}

const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other)

export interface Run {
  readonly advisor: number
  readonly from: number
  readonly to: number
}

const runLength = 300

/** Books are imported, so contacts of one advisor lie in runs, between those of other advisors. */
export function* runsOf(sizes: readonly number[]): Generator<Run> {
  const [big = 0, ...others] = sizes
  const rounds = Math.ceil(Math.max(...others) / runLength)
  const ordinaryRuns = rounds * others.length
  let bigDone = 0
  let done = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, size] of others.entries()) {
      const from = round * runLength
      if (from < size) yield { advisor: index + 1, from, to: Math.min(size, from + runLength) }
      done += 1
      const isLast = done === ordinaryRuns
      const due = isLast ? big : bigDone + wholeRuns(Math.floor((big * done) / ordinaryRuns) - bigDone)
      while (bigDone < due) {
        const to = Math.min(big, bigDone + runLength)
        yield { advisor: 0, from: bigDone, to }
        bigDone = to
      }
    }
  }
}

const wholeRuns = (contacts: number): number => contacts - (contacts % runLength)
