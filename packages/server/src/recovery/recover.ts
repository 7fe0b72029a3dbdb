import * as journal from '../journal/index.ts'
import { inTransaction } from '../platform/db/in-transaction.ts'
import type { JsonObject } from '../platform/db/json.ts'
import type { Database } from '../platform/db/pool.ts'
import { firstRow } from '../platform/db/rows.ts'
import { judgeDatabase } from '../platform/highwater/judge-database.ts'
import { found, readMark } from '../platform/highwater/queries.ts'
import { Problem } from '../platform/problem/problem.ts'
import type { RecoveryParts } from './parts.ts'
import { type Choices, type Evidence, type Plan, planRecovery } from './plan.ts'
import {
  endOtherSessions,
  finishRecovery,
  insertRecovery,
  openRecovery,
  type RecoveryRow,
  recordStep,
  trust,
} from './queries.ts'
import { steps } from './steps.ts'

export interface RecoveryReport {
  readonly plan: Plan
  /** What each step did, or null in a dry run. */
  readonly steps: readonly { readonly step: string; readonly outcome: JsonObject | null }[]
}

interface Wanted extends Choices {
  readonly evidence: Evidence
  readonly isDryRun: boolean
}

/** Processes may have seen a little more than the mark outside. */
const counterJump = 1_000_000

/**
 * Makes a restored database safe to use: no id is given twice, no text is sent twice, no STOP and no revocation of the lost time
 * is ignored. Each step commits by itself and can be repeated; only at the end do processes use the database again.
 */
export async function recover(parts: RecoveryParts, wanted: Wanted): Promise<RecoveryReport> {
  const [open] = await openRecovery(parts.database, [])
  const plan = open?.plan ?? (await makePlan(parts.database, wanted))
  if (wanted.isDryRun) return { plan, steps: steps.map(({ name }) => ({ step: name, outcome: null })) }
  const begun = open ?? (await begin(parts, plan))
  await endOtherSessions(parts.database, [])
  const done: { step: string; outcome: JsonObject }[] = []
  for (const { name, run } of steps) {
    const outcome = begun.steps[name] ?? (await runStep(parts, begun, name, run))
    done.push({ step: name, outcome })
  }
  await finish(parts, begun, plan)
  return { plan, steps: done }
}

/** The operator vouches that a promoted or copied database lacks nothing. */
export async function trustDatabase(
  { database, operator }: RecoveryParts,
  evidence: Evidence,
): Promise<void> {
  const { why, mark } = await inspect(database, evidence)
  if (why === 'trusted') throw nothingToDo()
  if (why !== 'unsure') {
    throw new Problem(
      'conflict',
      'Something is missing for certain, so nothing was changed. Run parley recover.',
    )
  }
  const plan = planRecovery(mark, evidence, {
    why,
    keepsGrants: true,
    keepsCredentials: true,
    now: new Date(),
  })
  await inTransaction(database, async tx => {
    const seen = plan.seen?.recoveries ?? 0
    await insertRecovery(tx, [operator, null, JSON.stringify(plan), true, seen])
    await trust(tx, [nextCounter(plan)])
    await journal.recordAct(tx, {
      owner: { installation: true },
      actor: { kind: 'operator', name: operator },
      kind: 'installation.restored',
      subject: { kind: 'installation', id: 0 },
      facts: { nothingLost: true, ...factsOf(plan) },
    })
  })
}

async function inspect(database: Database, { kept, seenCounter }: Evidence) {
  const seen = kept || seenCounter !== undefined ? Math.max(kept?.counter ?? 0, seenCounter ?? 0) : undefined
  const why = judgeDatabase((await found(database, []))[0], seen)
  if (why === 'standby') throw new Problem('conflict', 'This database is a standby. Connect to the primary.')
  const { mark } = firstRow(await readMark(database, []), 'the high-water mark')
  return { why, mark }
}

async function makePlan(database: Database, { evidence, ...choices }: Wanted): Promise<Plan> {
  const { why, mark } = await inspect(database, evidence)
  if (why === 'trusted') throw nothingToDo()
  return planRecovery(mark, evidence, { ...choices, why, now: new Date() })
}

const nothingToDo = (): Problem =>
  new Problem(
    'conflict',
    'This database has everything that is known to have been promised. If a process says otherwise, pass the number that its /readyz names: parley recover --seen <number>.',
  )

async function begin({ database, operator }: RecoveryParts, plan: Plan): Promise<RecoveryRow> {
  return inTransaction(database, async tx => {
    const seen = plan.seen?.recoveries ?? 0
    const rows = await insertRecovery(tx, [operator, plan.found.logSize, JSON.stringify(plan), false, seen])
    await journal.recordAct(tx, {
      owner: { installation: true },
      actor: { kind: 'operator', name: operator },
      kind: 'installation.restored',
      subject: { kind: 'installation', id: 0 },
      facts: factsOf(plan),
    })
    return { number: firstRow(rows, 'the recovery').number, plan, steps: {} }
  })
}

const factsOf = ({ targets: _targets, ...declared }: Plan): JsonObject => declared

async function runStep(
  parts: RecoveryParts,
  { number, plan }: RecoveryRow,
  step: string,
  run: (typeof steps)[number]['run'],
): Promise<JsonObject> {
  const outcome = await run(parts, plan)
  await inTransaction(parts.database, async tx => {
    await recordStep(tx, [number, step, JSON.stringify(outcome)])
    await journal.recordAct(tx, {
      owner: { installation: true },
      actor: { kind: 'operator', name: parts.operator },
      kind: 'installation.recovery_step',
      subject: { kind: 'installation', id: 0 },
      facts: { step, ...outcome },
    })
  })
  return outcome
}

const nextCounter = ({ found: here, seen }: Plan): number =>
  Math.max(here.counter, seen?.counter ?? 0) + counterJump

async function finish(
  { database, operator }: RecoveryParts,
  { number }: RecoveryRow,
  plan: Plan,
): Promise<void> {
  await inTransaction(database, async tx => {
    await finishRecovery(tx, [number])
    await trust(tx, [nextCounter(plan)])
    await journal.recordAct(tx, {
      owner: { installation: true },
      actor: { kind: 'operator', name: operator },
      kind: 'installation.recovered',
      subject: { kind: 'installation', id: 0 },
      facts: { recovery: number },
    })
  })
}
