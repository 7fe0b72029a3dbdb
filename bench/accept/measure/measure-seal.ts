import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { append } from '../../../packages/server/src/journal/index.ts'
import { inTransaction } from '../../../packages/server/src/platform/db/in-transaction.ts'
import { type Copy, copyTemplate } from '../databases.ts'
import { closedLoop } from '../load/load.ts'
import type { Bench } from '../parts.ts'
import { type Figure, round } from '../report/figure.ts'
import { type Service, startInstallation } from '../service.ts'
import { measureService } from './measure-service.ts'
import { startMeter } from './meter.ts'
import { percentile } from './percentile.ts'

const pairs = 5
const entriesPerSecond = 5_000

/** Sends with and without a sealer beside them, in turn, and how far the seal is behind a steady stream of entries. */
export async function* measureSeal(bench: Bench): AsyncGenerator<Figure> {
  const connections = bench.connectionCounts.at(-1) ?? 64
  const rates = { on: [] as number[], off: [] as number[] }
  for (let pair = 1; pair <= (bench.isShort ? 1 : pairs); pair += 1) {
    for (const sealer of ['off', 'on'] as const) {
      const figure = await measureService(bench, {
        name: `service, ${connections} connections, sealer ${sealer}, ${pair}`,
        load: closedLoop(connections),
        hasWorker: false,
        hasSealer: sealer === 'on',
      })
      rates[sealer].push(figure.rate)
      yield figure
    }
  }
  const median = (values: readonly number[]): number => at(values, 0.5)
  yield {
    name: 'sealer on, median of the pairs',
    rate: median(rates.on),
    notes: {
      'rate with the sealer, % of without': round((100 * median(rates.on)) / median(rates.off)),
      'each pair, %': rates.on.map((on, index) => round((100 * on) / (rates.off[index] ?? on))).join(' '),
    },
  }
  yield await measureLag(bench, false)
  yield await measureLag(bench, true)
}

const at = (values: readonly number[], share: number): number =>
  percentile(Float64Array.from(values).toSorted(), share)

/** From the commit of an entry to the signed checkpoint that covers it. */
async function measureLag(bench: Bench, hasOpenTransaction: boolean): Promise<Figure> {
  const copy = await copyTemplate(bench.cluster.url)
  const logFolder = join(bench.folder, `log-${copy.name}`)
  const service = await startInstallation({
    copy,
    publicOrigin: bench.publicOrigin,
    apiPorts: [],
    logFolder,
    nodeArguments: [],
  })
  const open = await copy.database.connect()
  try {
    if (hasOpenTransaction) await open.query('begin; select pg_current_xact_id()')
    return await streamEntries(bench, copy, service, { logFolder, hasOpenTransaction })
  } finally {
    await open.query('rollback')
    open.release()
    await service.stop()
    await copy.drop()
  }
}

interface Stream {
  readonly logFolder: string
  readonly hasOpenTransaction: boolean
}

async function streamEntries(
  bench: Bench,
  copy: Copy,
  { sealer }: Service,
  { logFolder, hasOpenTransaction }: Stream,
): Promise<Figure> {
  const perSecond = bench.isShort ? 500 : entriesPerSecond
  const seconds = bench.isShort ? 3 : 3 * bench.seconds
  const checkpoint = join(logFolder, 'published', 'checkpoint')
  const { rows } = await copy.database.query<{ count: number }>('select count(*) from journal')
  let committed = rows[0]?.count ?? 0
  await until(async () => (await signedSize(checkpoint)) >= committed)
  /** Entries so far, and when they were committed. */
  const commits: { readonly count: number; readonly atMs: number }[] = []
  const lagsMs: number[] = []
  const state = { isWriting: true, seen: 0 }
  const follow = (async () => {
    while (state.isWriting || state.seen < commits.length) {
      const size = await signedSize(checkpoint)
      for (let commit = commits[state.seen]; commit && commit.count <= size; commit = commits[state.seen]) {
        lagsMs.push(performance.now() - commit.atMs)
        state.seen += 1
      }
      await sleep(5)
    }
  })()
  const stopMeter = startMeter({ postgresql: bench.cluster.pid, api: [], worker: [], sealer }, seconds)
  const began = performance.now()
  const batch = Math.max(1, perSecond / 100)
  for (let sent = 0; sent < perSecond * seconds; sent += batch) {
    const dueMs = began + (sent / perSecond) * 1_000
    if (performance.now() < dueMs) await sleep(dueMs - performance.now())
    await inTransaction(copy.database, tx => append(tx, entriesOf(batch, sent)))
    committed += batch
    commits.push({ count: committed, atMs: performance.now() })
  }
  const tookSeconds = (performance.now() - began) / 1_000
  const metered = stopMeter(perSecond * seconds, tookSeconds)
  state.isWriting = false
  await follow
  return {
    name: `seal lag at ${perSecond.toLocaleString('en-US')} entries a second${hasOpenTransaction ? ', beside an open transaction' : ''}`,
    rate: round((perSecond * seconds) / tookSeconds, 0),
    p50Ms: round(at(lagsMs, 0.5), 0),
    p99Ms: round(at(lagsMs, 0.99), 0),
    maxMs: round(Math.max(...lagsMs), 0),
    ...metered,
    notes: { 'sealer µs an entry': metered.microseconds.sealer ?? 0, seconds },
  }
}

/** As many owners as the filled database has advisors. */
const entriesOf = (count: number, from: number): Parameters<typeof append>[1] =>
  Array.from({ length: count }, (_, index) => ({
    advisorId: 1 + ((from + index) % 1_000),
    kind: 'group.created',
    at: new Date().toISOString(),
    actor: { kind: 'system', task: 'bench' },
    traceId: null,
    subject: { kind: 'message', id: from + index },
    facts: { text: 'Your review is on Tuesday at ten. Does that suit you?', to: '+12025550100' },
  }))

async function signedSize(checkpoint: string): Promise<number> {
  const note = await readFile(checkpoint, 'utf8').catch(() => '')
  return Number(note.split('\n')[1] ?? 0)
}

async function until(isReached: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 120_000; !(await isReached()); await sleep(50))
    if (performance.now() > deadline) throw new Error('The log was not sealed within two minutes')
}
