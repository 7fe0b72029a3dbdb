import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { childEnvironment } from '../../../packages/server/src/config.ts'
import { percentile } from './percentile.ts'

interface PgbenchRun {
  readonly url: string
  readonly script: string
  readonly variables: Readonly<Record<string, number>>
  readonly clients: number
  /** Either a duration, or a number of transactions per client. */
  readonly seconds?: number
  readonly transactions?: number
  /** Share of transactions whose latency is recorded. */
  readonly sampled: number
  /** Transactions per second. Undefined: as many as possible. */
  readonly perSecond?: number
}

export interface PgbenchResult {
  readonly transactions: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Session settings, as the service sets them. */
const sessionSettings = '-c jit=off -c max_parallel_workers_per_gather=0 -c enable_seqscan=off'

export async function runPgbench(run: PgbenchRun): Promise<PgbenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-pgbench-'))
  try {
    const script = join(folder, 'script.sql')
    await writeFile(script, run.script)
    const variables = Object.entries(run.variables).flatMap(([name, value]) => ['-D', `${name}=${value}`])
    const options = {
      client: run.clients,
      jobs: 1,
      protocol: 'prepared',
      file: script,
      'log-prefix': join(folder, 'log'),
      'sampling-rate': run.sampled,
      ...(run.seconds && { time: run.seconds }),
      ...(run.transactions && { transactions: run.transactions }),
      ...(run.perSecond && { rate: run.perSecond }),
    }
    const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
    const { stdout } = await promisify(execFile)(
      'pgbench',
      ['--no-vacuum', '--log', ...given, ...variables, run.url],
      { env: childEnvironment({ PGOPTIONS: sessionSettings }) },
    )
    const failed = numberIn(stdout, /number of failed transactions: (\d+)/)
    if (failed > 0) throw new Error(`pgbench failed:\n${stdout}`)
    const times = await transactionTimes(folder)
    return {
      transactions: numberIn(stdout, /number of transactions actually processed: (\d+)/),
      perSecond: numberIn(stdout, /tps = ([\d.]+) \(without initial connection time\)/),
      p50Ms: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function numberIn(output: string, pattern: RegExp): number {
  const [, text] = pattern.exec(output) ?? []
  if (text === undefined) throw new Error(`pgbench did not say ${pattern}:\n${output}`)
  return Number(text)
}

/**
 * Latencies in milliseconds, ascending. The third field of a log line is the time in microseconds; with a rate, the
 * seventh is the part of it before the transaction started.
 */
async function transactionTimes(folder: string): Promise<Float64Array> {
  const logs = (await readdir(folder)).filter(name => name.startsWith('log.'))
  const texts = await Promise.all(logs.map(name => readFile(join(folder, name), 'utf8')))
  const lines = texts.flatMap(text => text.trimEnd().split('\n'))
  return Float64Array.from(lines, line => {
    const fields = line.split(' ')
    return (Number(fields[2]) - Number(fields[6] ?? 0)) / 1_000
  }).toSorted()
}
