import type { Distrust } from '../platform/db/errors.ts'
import type { Mark } from '../platform/highwater/mark.ts'

/** What the operator chose. */
export interface Choices {
  readonly keepsGrants: boolean
  readonly keepsCredentials: boolean
}

/** Computed once, so that a recovery that was interrupted does the same again. */
export interface Plan extends Choices {
  readonly why: Distrust | 'operator'
  /** The mark in this database: everything before it is here. */
  readonly found: { readonly counter: number; readonly at: string; readonly logSize: number }
  /** The last mark outside of it. Null: none was kept. */
  readonly seen: {
    readonly counter: number
    readonly at: string | null
    readonly recoveries: number
    readonly logSize: number | null
    readonly checkpoint: Mark['checkpoint']
  } | null
  /** What each id sequence must have reached. */
  readonly targets: Readonly<Record<string, number>>
}

export interface Evidence {
  /** The mark file. */
  readonly kept: Mark | undefined
  /** The counter that a running process has seen. */
  readonly seenCounter: number | undefined
}

/** Ids of one sequence are this far apart: one for each cell. */
const stepIds = 1_024
const marginSteps = 1_000_000
const marginShare = 0.1
/** More than an installation ever gives out for long. For the time since the mark, which may have been kept last hours before. */
const stepsPerSecond = 2_000

export function planRecovery(
  found: Mark,
  { kept, seenCounter }: Evidence,
  { why, now, ...choices }: Choices & { readonly why: Plan['why']; readonly now: Date },
): Plan {
  const newest = kept && kept.counter >= found.counter ? kept : found
  const seconds = Math.max(0, (now.getTime() - Date.parse(newest.at)) / 1_000)
  const margin = marginSteps + Math.ceil(seconds * stepsPerSecond)
  const counter = Math.max(kept?.counter ?? 0, seenCounter ?? 0)
  const { keepsGrants, keepsCredentials } = choices
  return {
    why,
    keepsGrants,
    keepsCredentials,
    found: { counter: found.counter, at: found.at, logSize: found.logSize },
    seen:
      counter === 0
        ? null
        : {
            counter,
            at: kept?.at ?? null,
            recoveries: kept?.recoveries ?? 0,
            logSize: kept?.logSize ?? null,
            checkpoint: kept?.checkpoint ?? null,
          },
    targets: Object.fromEntries(
      Object.entries(found.sequences).map(([name, value]) => {
        const reached = Math.max(value, kept?.sequences[name] ?? 0)
        const steps = Math.ceil((reached / stepIds) * marginShare) + margin
        return [name, reached + steps * stepIds]
      }),
    ),
  }
}
