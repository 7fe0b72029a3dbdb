import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import {
  createSeededRandom,
  type SeededRandom,
} from '../../packages/server/src/platform/random/seeded-random.ts'
import type { Check } from '../checks/check.ts'
import { checkSealedLog } from '../checks/check-sealed-log.ts'
import { checkComplete, checkInOrder } from '../events/check-readers.ts'
import { createConversations, Writers } from '../events/writers.ts'
import { DatabasePair } from '../machine/database-pair.ts'
import { followCheckpoints } from '../machine/follow-checkpoints.ts'
import { createInstallation, type Installation } from '../machine/installation.ts'

/** SIGKILL of the sealer, of the primary, which starts again on its disk, and of the primary for good. */
type Fault = 'kill' | 'crash' | 'failOver'

interface SealRunOptions {
  readonly faults: Readonly<Record<Fault, number>>
  readonly eventsPerSecond: number
  readonly seed: number
  readonly keep: boolean
  readonly tell: (what: string) => void
}

interface SealRunResult {
  readonly checks: readonly Check[]
  readonly counts: Readonly<Record<string, number>>
}

const writers = 32
const advisors = 20
const conversationsOfAdvisor = 10
/** How long a log may stand still after a fault, on a machine that is slow for minutes. */
const standStillMs = 300_000

/** Writes entries while sealer and database die, and judges the log, and every checkpoint that was published. */
export async function runSeal(options: SealRunOptions): Promise<SealRunResult> {
  const { tell } = options
  const installation = await createInstallation({
    createDatabase: folder => DatabasePair.create({ folder, isSynchronous: true }),
    tell,
  })
  const emergency = (): void => installation.killNow()
  process.once('exit', emergency)
  try {
    await Promise.all(installation.processes.map(each => each.isReady()))
    return await writeAndSeal(installation, options)
  } finally {
    await installation.close(options)
    process.off('exit', emergency)
  }
}

async function writeAndSeal(
  installation: Installation<DatabasePair>,
  { faults, eventsPerSecond, seed, tell }: SealRunOptions,
): Promise<SealRunResult> {
  const { database, appUrl, checkpointFile } = installation
  const conversations = Array.from({ length: advisors * conversationsOfAdvisor }, (_, index) => {
    const advisorId = 1 + (index % advisors)
    return { id: advisorId * 100 + Math.floor(index / advisors), advisorId }
  })
  await createConversations(database.observer, conversations)
  const checkpoints = followCheckpoints(checkpointFile)
  const order = shuffled(faults, createSeededRandom(seed))
  const counts = { kill: 0, crash: 0, failOver: 0 }
  const done = (): number => counts.kill + counts.crash + counts.failOver
  const beganAtMs = performance.now()
  const load = new Writers({
    appUrl,
    writers,
    isEnough: () => done() === order.length,
    conversations,
    random: createSeededRandom(seed + 1),
    allowed: () => ((performance.now() - beganAtMs) / 1_000) * eventsPerSecond,
  })
  const course: Course = {
    random: createSeededRandom(seed + 2),
    counts,
    published: () => checkpoints.seen.length,
    step: '',
  }
  const report = setInterval(
    () =>
      tell(
        `written ${load.written}  checkpoints ${checkpoints.seen.length}  ${JSON.stringify(counts)}  ${course.step}`,
      ),
    order.length > 50 ? 30_000 : 5_000,
  )
  try {
    await Promise.all([load.run(), breakThings(installation, order, course)])
    tell(`${load.written} events are written, ${done()} faults done`)
    await checkpoints.settle(database.observer, standStillMs)
    await checkpoints.stop()
    // Otherwise the joins of the checks are planned for empty tables, and take minutes.
    await database.observer.query('analyze journal, log_entry')
    const sealed = await subjectsInLog(database.observer)
    return {
      checks: [
        ...(await checkSealedLog(database.observer, checkpoints.seen)),
        checkInOrder('the log has each event of a conversation once, in the order of its lock', sealed),
        checkComplete('the log has every committed event', sealed, await committedIn(database.observer)),
      ],
      counts: {
        'kills of the sealer': counts.kill,
        'crashes of the database': counts.crash,
        failovers: counts.failOver,
        events: load.written,
        'transactions that failed': load.failures,
        checkpoints: checkpoints.seen.length,
      },
    }
  } finally {
    clearInterval(report)
  }
}

function shuffled(faults: Readonly<Record<Fault, number>>, random: SeededRandom): Fault[] {
  const order = (['kill', 'crash', 'failOver'] as const).flatMap(fault =>
    Array.from({ length: faults[fault] }, () => ({ fault, place: random(1_000_000) })),
  )
  return order.toSorted((left, right) => left.place - right.place).map(({ fault }) => fault)
}

interface Course {
  readonly random: SeededRandom
  readonly counts: Record<Fault, number>
  /** How many checkpoints were published so far. */
  readonly published: () => number
  /** What is being done or waited for. */
  step: string
}

async function breakThings(
  { sealer, database }: Installation<DatabasePair>,
  order: readonly Fault[],
  course: Course,
): Promise<void> {
  const { random, counts, published } = course
  let standbyIsBack: Promise<void> = Promise.resolve()
  for (const [index, fault] of order.entries()) {
    // A sealer that does nothing loses nothing when it dies. Every second one has also signed since the last fault.
    course.step = 'the log grows'
    await changed(index % 2 === 0 ? published : () => sizeOf(database.observer))
    await sleep(random(1_000))
    course.step = fault
    if (fault === 'kill') await sealer.kill()
    else {
      course.step = `the standby is back, before ${fault}`
      await standbyIsBack
      course.step = fault
      if (fault === 'crash') await database.crash()
      else ({ standbyIsBack } = await database.failOver())
    }
    counts[fault] += 1
  }
  await standbyIsBack
}

/** Resolves when a value is another than at first. Undefined does not count. */
async function changed(read: () => unknown): Promise<void> {
  let first: unknown
  for (const endMs = performance.now() + standStillMs; performance.now() < endMs; await sleep(20)) {
    const value = await read()
    first ??= value
    if (value !== undefined && value !== first) return
  }
  throw new Error('the log does not grow any more')
}

/** Undefined while the database does not answer. */
async function sizeOf(observer: Database): Promise<string | undefined> {
  const answer = await observer
    .query<{ size: string }>('select size::text from log_head')
    .catch(() => undefined)
  return answer?.rows[0]?.size
}

async function subjectsInLog(observer: Database): Promise<number[]> {
  const { rows } = await observer.query<{ id: string }>(
    `select subject_id::text as id from log_entry
       join journal on journal.advisor_id = log_entry.owner_id and journal.id = entry_id
     where kind = 'message.submitted' order by log_index`,
  )
  return rows.map(({ id }) => Number(id))
}

async function committedIn(observer: Database): Promise<Map<number, number>> {
  const { rows } = await observer.query<{ conversation: string; events: string }>(
    'select conversation::text, events::text from heard',
  )
  return new Map(rows.map(({ conversation, events }) => [Number(conversation), Number(events)]))
}
