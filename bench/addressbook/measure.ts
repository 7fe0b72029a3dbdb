import { loadavg } from 'node:os'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import type { HttpClient } from './http-client.ts'
import type { Goal, Row } from './rows.ts'
import { createStopwatch, type SentStatement } from './stopwatch.ts'

interface Percentiles {
  readonly p50: number
  readonly p99: number
}

export interface Figure {
  readonly name: string
  readonly book: 'big' | 'ordinary'
  readonly goal: Goal
  readonly repetitions: number
  /** Milliseconds. */
  readonly http: Percentiles
  readonly bare: Percentiles
  /** Calls that returned a problem, such as a statement timeout. */
  readonly failures: readonly string[]
  /** Load average of the last minute; above the number of cores, processes had to wait. */
  readonly loadAverage: number
}

interface Measuring {
  readonly client: HttpClient
  readonly database: Database
  readonly repetitions: number
}

const warmUps = 12
/** Slow operations are measured fewer times, to limit the run time. */
const rowMsMax = 40_000
const repetitionsMin = 40

/**
 * Alternates HTTP and bare runs, and which goes first: the second finds the pages in memory. Also returns
 * the statements of the warm-up, to be explained.
 */
export async function measure(
  row: Row,
  { client, database, repetitions }: Measuring,
): Promise<{ readonly figure: Figure; readonly statements: readonly SentStatement[] }> {
  const stopwatch = createStopwatch(database)
  const http: number[] = []
  const bare: number[] = []
  const statements: SentStatement[] = []
  const failures = new Set<string>()
  const failed = (error: unknown): void => {
    failures.add(String(error).slice(0, 200))
  }
  const overHttp = async (repetition: number): Promise<void> => {
    const { call } = row.at(repetition)
    if (row.before) await client.call(row.before(repetition * 2))
    const start = performance.now()
    await client.call(call).catch(failed)
    http.push(performance.now() - start)
  }
  const overSql = async (repetition: number): Promise<void> => {
    const { bare: run } = row.at(repetition)
    if (row.before) await client.call(row.before(repetition * 2 + 1))
    const start = performance.now()
    await run({ queryable: stopwatch.queryable, database }).catch(failed)
    const wholeMs = performance.now() - start
    const taken = stopwatch.take()
    // Each write runs in its own transaction and is timed as a whole.
    bare.push(taken.statements.length > 0 ? taken.ms : wholeMs)
    if (repetition < warmUps) statements.push(...taken.statements)
  }
  const began = performance.now()
  for (let repetition = 0; repetition < warmUps + repetitions; repetition += 1) {
    const turns = repetition % 2 === 0 ? [overHttp, overSql] : [overSql, overHttp]
    for (const run of turns) await run(repetition)
    const isEnough = http.length >= warmUps + repetitionsMin && performance.now() - began > rowMsMax
    if (isEnough) break
  }
  const { name, book, goal } = row
  const figure = {
    name,
    book: book.name,
    goal,
    repetitions: http.length - warmUps,
    http: percentiles(http.slice(warmUps)),
    bare: percentiles(bare.slice(warmUps)),
    failures: [...failures],
    loadAverage: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  }
  return { figure, statements }
}

export function percentiles(ms: readonly number[]): Percentiles {
  const sorted = ms.toSorted((one, other) => one - other)
  const rank = (share: number): number => {
    const value = sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
    return Math.round(value * 100) / 100
  }
  return { p50: rank(0.5), p99: rank(0.99) }
}
