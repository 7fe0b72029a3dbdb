import type { Ledger } from './ledger.ts'
import type { LongRun } from './long-run.ts'

/** Assumed of a run that never passed: more than most take, so that what is unknown does not use up a gate. */
const unknownSeconds = 300
/** Tests share two workers; what is alone has the machine. */
const workers = 2

interface Selection {
  readonly chosen: readonly LongRun[]
  /** Due, but beyond the budget. */
  readonly left: readonly LongRun[]
}

/** The cheapest runs that fit into the budget together. */
export function selectRuns(due: readonly LongRun[], ledger: Ledger, budgetSeconds: number): Selection {
  const costOf = ({ name, isAlone, script }: LongRun): number =>
    (ledger[name]?.seconds ?? unknownSeconds) / (isAlone || script !== undefined ? 1 : workers)
  const chosen: LongRun[] = []
  let spent = 0
  for (const run of due.toSorted((a, b) => costOf(a) - costOf(b))) {
    if (spent + costOf(run) > budgetSeconds) break
    spent += costOf(run)
    chosen.push(run)
  }
  return { chosen, left: due.filter(run => !chosen.includes(run)) }
}
