import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../../packages/server/src/platform/db/pool.ts'

export interface Profile {
  readonly begin: (database: Database) => Promise<void>
  readonly end: (database: Database) => Promise<void>
  /** Prints the profile after the processes have ended and written theirs. */
  readonly report: (name: string) => Promise<void>
}

const lines = 40

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: {
      readonly functionName: string
      readonly url: string
      readonly lineNumber: number
    }
  }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
  readonly startTime: number
  readonly endTime: number
}

/** Where the time went: self time of functions, and statements. */
export function createProfile(folder: string): Profile {
  let statements = ''
  let beganMs = 0
  let tookMs = 0
  return {
    begin: async database => {
      await database.query('create extension if not exists pg_stat_statements')
      await database.query('select pg_stat_statements_reset()')
      beganMs = performance.now()
    },
    end: async database => {
      tookMs = performance.now() - beganMs
      statements = await statementTable(database)
    },
    report: async name => {
      for (const file of await readdir(folder)) {
        if (!file.endsWith('.cpuprofile')) continue
        const path = join(folder, file)
        console.log(`\n${name}: ${file}\n${functionTable(await readFile(path, 'utf8'), tookMs)}`)
        await rm(path)
      }
      console.log(`\n${name}: statements\n${statements}`)
    },
  }
}

async function statementTable(database: Database): Promise<string> {
  const { rows } = await database.query<Record<string, number | string>>(
    `select round(total_exec_time::numeric) as ms, round(total_plan_time::numeric) as plan, calls, rows,
       round((total_exec_time / calls)::numeric, 3) as each, wal_bytes / calls as wal,
       left(regexp_replace(query, '\\s+', ' ', 'g'), 100) as query
     from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
     order by total_exec_time desc limit 20`,
  )
  const text = rows.map(
    ({ ms, plan, calls, rows: answered, each, wal, query }) =>
      [ms, plan, calls, answered, each, Number(wal).toFixed(0)]
        .map(cell => String(cell).padStart(9))
        .join(' ') + `  ${query}`,
  )
  return ['       ms   plan ms    calls      rows   ms each wal bytes', ...text].join('\n')
}

/** Self time per function over the last part of the run, without idle time. */
function functionTable(text: string, lastMs: number): string {
  const { nodes, samples, timeDeltas, startTime, endTime } = JSON.parse(text) as CpuProfile
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName || '(anonymous)'}  ${url.replace(/^.*\/(node_modules|packages)\//, '')}:${lineNumber + 1}`,
    ]),
  )
  const spent = new Map<string, number>()
  let at = startTime
  let all = 0
  for (const [index, id] of samples.entries()) {
    const delta = timeDeltas[index] ?? 0
    at += delta
    if (at < endTime - lastMs * 1_000) continue
    const name = names.get(id) ?? 'unknown'
    if (name.startsWith('(idle)')) continue
    spent.set(name, (spent.get(name) ?? 0) + delta)
    all += delta
  }
  return [...spent]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, lines)
    .map(([name, time]) => `${((100 * time) / all).toFixed(1).padStart(6)} %  ${name}`)
    .join('\n')
}
