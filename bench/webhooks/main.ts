// npm run bench:webhooks -- [--seconds 30] [--pairs 5] [--endpoints 1000] [--deliveries 20000]
//   [--only rate|throughput|hanging] [--database-url …]
import { execFile } from 'node:child_process'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { writeSubmitted } from '../../packages/server/test/database/write-submitted.ts'
import { processSeconds } from '../common/processor-time.ts'
import { createInstallation, type Installation } from './installation.ts'
import { writeEvents } from './write-events.ts'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    pairs: { type: 'string', default: '5' },
    endpoints: { type: 'string', default: '1000' },
    deliveries: { type: 'string', default: '20000' },
    /** Seconds until endpoints that hung work again. */
    settle: { type: 'string', default: '20' },
    only: { type: 'string' },
    'database-url': { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/parley_bench_webhooks' },
  },
})
const [seconds, pairs, endpoints, deliveries] = [
  options.seconds,
  options.pairs,
  options.endpoints,
  options.deliveries,
].map(Number) as [number, number, number, number]
let nextNumber = 1

const shareOf = (taken: readonly number[], share: number): number => {
  const sorted = taken.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
const median = (taken: readonly number[]): number => shareOf(taken, 0.5)

/** Milliseconds from commit to arrival, of the endpoints from a number on. */
async function measureLatency(
  { database, advisorIds, arrived }: Installation,
  load: { perSecond: number; conversations: number; fromEndpoint: number },
): Promise<{ latencies: number[]; missing: number }> {
  await arrived()
  const from = nextNumber
  nextNumber += load.perSecond * seconds
  const { perSecond, conversations, fromEndpoint } = load
  const committed = await writeEvents(database, { advisorIds, conversations, perSecond, seconds, from })
  await sleep(2_000)
  const latencies: number[] = []
  let expected = 0
  for (const number of committed.keys()) if (number % advisorIds.length >= fromEndpoint) expected += 1
  for (const [number, endpoint, atMs] of await arrived()) {
    const at = committed.get(number)
    if (at !== undefined && endpoint >= fromEndpoint) latencies.push(atMs - at)
  }
  return { latencies, missing: expected - latencies.length }
}

function print(
  name: string,
  { latencies, missing }: { latencies: readonly number[]; missing: number },
): void {
  const [p50, p99] = [0.5, 0.99].map(share => shareOf(latencies, share).toFixed(0).padStart(6))
  const load = (loadavg()[0] ?? 0).toFixed(1)
  console.log(
    `${name.padEnd(60)} p50 ${p50} ms  p99 ${p99} ms  ${latencies.length} arrived, ${missing} late  load ${load}`,
  )
}

/** One endpoint that gets everything at 1,000 events a second, of 1,000 conversations. */
async function measureRate(): Promise<void> {
  const installation = await createInstallation(options['database-url'], 1)
  const worker = await installation.startWorker()
  await sleep(3_000)
  for (const perSecond of [100, 1_000]) {
    const load = { perSecond, conversations: 1_000, fromEndpoint: 0 }
    print(
      `commit to receiver, one endpoint, ${perSecond} events a second`,
      await measureLatency(installation, load),
    )
  }
  await worker.stop()
  await installation.close()
}

/** What is waiting, delivered as fast as it goes, beside undici alone with as many requests at once. */
async function measureThroughput(applications: number): Promise<void> {
  const installation = await createInstallation(options['database-url'], applications)
  const { database, advisorIds, arrived, receiverUrl } = installation
  const bare: number[] = []
  const delivered: number[] = []
  const processorShares: number[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const atOnce = String(10 * applications)
    const { stdout } = await promisify(execFile)(process.execPath, [
      fileURLToPath(new URL('../../packages/server/test/processes/bare-undici-loop.ts', import.meta.url)),
      `${receiverUrl}/0`,
      String(deliveries),
      atOnce,
    ])
    const loop = JSON.parse(stdout) as { perSecond: number; processorMicroseconds: number }
    bare.push(loop.perSecond)
    await arrived()
    const first = nextNumber
    for (let written = 0; written < deliveries; written += 1_000) {
      const numbers = Array.from({ length: 1_000 }, (_, index) => nextNumber + index)
      nextNumber += 1_000
      await writeSubmitted(database, { advisorIds, conversations: 500, messageIds: numbers })
    }
    await isSealed(installation)
    const worker = await installation.startWorker()
    const before = processSeconds(worker.pid)
    const times: number[] = []
    const deadline = performance.now() + 600_000
    while (times.length < deliveries && performance.now() < deadline) {
      await sleep(200)
      for (const [number, , atMs] of await arrived()) if (number >= first) times.push(atMs)
    }
    const spent = processSeconds(worker.pid) - before
    await worker.stop()
    delivered.push((times.length * 1_000) / (Math.max(...times.slice(-1)) - (times[0] ?? 0)))
    processorShares.push((spent * 1_000_000) / times.length / loop.processorMicroseconds)
  }
  await installation.close()
  console.log(
    `deliveries a second, ${applications} endpoints: ${median(delivered).toFixed(0)}; undici alone: ${median(bare).toFixed(0)}; ` +
      `ratio ${median(delivered.map((rate, index) => rate / (bare[index] ?? 1))).toFixed(2)}; ` +
      `processor time of the worker for each ÷ undici's: ${median(processorShares).toFixed(2)}`,
  )
}

async function isSealed({ database }: Installation): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ is: boolean }>(
      'select (select count(*) from journal) <= (select size from log_head) as is',
    )
    if (rows[0]?.is) return
    await sleep(50)
  }
}

/** Many endpoints, of which a tenth hangs: what the others notice. */
async function measureHanging(): Promise<void> {
  const installation = await createInstallation(options['database-url'], endpoints)
  const hanging = Math.floor(endpoints / 10)
  const load = { perSecond: 200, conversations: 20, fromEndpoint: hanging }
  const worker = await installation.startWorker()
  await sleep(Number(options.settle) * 400)
  await measureLatency(installation, load)
  const ratios: number[] = []
  for (let pair = 0; pair < Math.max(1, Math.floor(pairs / 2)); pair += 1) {
    const calm = await measureLatency(installation, load)
    print(`${endpoints} endpoints, none hangs`, calm)
    installation.hang(hanging)
    const troubled = await measureLatency(installation, load)
    print(`${endpoints} endpoints, ${hanging} hang: the others`, troubled)
    ratios.push(shareOf(troubled.latencies, 0.99) / shareOf(calm.latencies, 0.99))
    installation.hang(0)
    // What failed is forgotten, so that the next pair begins as the first did.
    await installation.database.query('delete from webhook_parked')
    await installation.database.query(
      `update webhook_endpoint set status = 'active', failures = 0, failing_since = null, probes = 0, probe_at = null,
         epoch = epoch + 1, lease_until = null`,
    )
    await sleep(Number(options.settle) * 1_000)
  }
  console.log(`p99 of the others ÷ p99 before: ${median(ratios).toFixed(2)}`)
  await worker.stop()
  await installation.close()
}

const rows: Readonly<Record<string, () => Promise<void>>> = {
  rate: measureRate,
  throughput: async () => {
    await measureThroughput(1)
    await measureThroughput(10)
  },
  hanging: measureHanging,
}
for (const [name, measure] of Object.entries(rows))
  if (options.only === undefined || options.only === name) await measure()
