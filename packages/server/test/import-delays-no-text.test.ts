// A worker imports files and sends texts in one process. No file content may delay a text.
import { appOperations } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importUpload } from '../src/addressbook/uploads/import-upload.ts'
import { createPool } from '../src/platform/db/pool.ts'
import { runJobs } from '../src/platform/jobs/run-jobs.ts'
import { eventually } from './carriers/texting.ts'
import { freePort } from './processes/free-port.ts'
import { listening, parley } from './processes/process.ts'
import { watchStolenTime } from './processes/stolen-time.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from './servers/advisor-app.ts'
import { newPhone } from './servers/texting-server.ts'

let server: AdvisorApp
let busy: AppClient
let other: AppClient
beforeAll(async () => {
  server = await startAdvisorApp()
  busy = await server.welcome({ isConsentRequired: false })
  other = await server.welcome({ isConsentRequired: false })
})
afterAll(() => server.close())

const title = 'firstName,lastName,phone\nMaria,Alvarez,\n'
const longMs = 120_000

async function beginImport(body: string): Promise<number> {
  const query = { fileName: 'hostile.csv' }
  const { importId } = await busy.ok(appOperations.uploadContacts, { query, body })
  await busy.ok(appOperations.startContactImport, { params: { importId }, body: {} })
  return importId
}

const isOver = async (importId: number): Promise<boolean> => {
  // Not through the api, which runs in this process, too.
  const { rows } = await server.owner.query<{ state: string }>(
    'select state from contact_upload where advisor_id = $1 and id = $2',
    [busy.advisorId, importId],
  )
  return rows[0]?.state === 'finished' || rows[0]?.state === 'failed'
}

/** Longest time that the event loop was blocked, in CPU time, so that other load on the machine does not count. */
async function longestStretchMs(work: () => Promise<void>): Promise<number> {
  let longest = 0
  const state = { isRunning: true }
  const watching = (async () => {
    while (state.isRunning) {
      const before = process.threadCpuUsage()
      await new Promise(resolve => setImmediate(resolve))
      const { user, system } = process.threadCpuUsage(before)
      longest = Math.max(longest, (user + system) / 1_000)
    }
  })()
  await work()
  state.isRunning = false
  await watching
  return longest
}

it.each([
  ['blank lines', '\n'.repeat(250_000), 1],
  ['lines of one letter', 'a\n'.repeat(99_000), 1],
  ['lines of separators only', ',\n'.repeat(250_000), 1],
  ['wrong lines', `,,${'1'.repeat(20)}\n`.repeat(20_000), 1],
  ['doubtful lines', `a,b,${'1'.repeat(20)}\n`.repeat(5_000), 5_001],
])('an import of %s does not block the event loop', { timeout: longMs }, async (_, lines, created) => {
  const importId = await beginImport(title + lines)
  const database = createPool({
    url: server.databaseUrl,
    size: 3,
    applicationName: 'test worker',
    connectTimeoutMs: 10_000,
  })
  const running = await runJobs({ database, jobs: [importUpload], concurrency: 1, log: () => {} })
  const slowness = watchStolenTime()
  const stretchMs = await longestStretchMs(() =>
    eventually('the import is over', () => isOver(importId), longMs),
  )
  await running.stop()
  await database.end()
  expect(await busy.ok(appOperations.getContactImport, { params: { importId } })).toMatchObject({
    state: 'finished',
    created,
  })
  expect(stretchMs).toBeLessThan(400 * slowness())
})

it('a text leaves at once while a file of blank lines is imported', { timeout: longMs }, async () => {
  const simulatorPort = String(await freePort())
  const simulator = parley(['simulator'], { DATABASE_URL: server.databaseUrl, SIMULATOR_PORT: simulatorPort })
  await simulator.printed(/Simulator listening/)
  const worker = parley(['worker'], {
    DATABASE_URL: server.databaseUrl,
    WORKER_PORT: '0',
    SIMULATOR_URL: `tcp://127.0.0.1:${simulatorPort}`,
  })
  await listening(worker)
  const send = async (): Promise<number> => {
    const since = performance.now()
    const { successes } = await other.ok(appOperations.sendFromApp, {
      body: { phoneNumbers: [newPhone()], text: 'Good morning' },
    })
    const isSent = async (): Promise<boolean> => {
      const { rows } = await server.owner.query<object>(
        `select from message_status where advisor_id = $1 and id = $2 and status in ('sent', 'delivered')`,
        [other.advisorId, successes[0]?.messageId],
      )
      return rows.length > 0
    }
    await eventually('it has left', isSent, longMs)
    return performance.now() - since
  }
  // The first one also waits for the worker to start.
  await send()
  const imports = [
    await beginImport(`${title}${'\n'.repeat(260_000)}`),
    await beginImport(`${title}${'\n'.repeat(1_000_000)}`),
  ]
  const slowness = watchStolenTime()
  const tookMs: number[] = []
  for (let time = 0; time < 3; time += 1) tookMs.push(await send())
  await eventually(
    'the imports are over',
    async () => (await Promise.all(imports.map(isOver))).every(Boolean),
    longMs,
  )
  for (const run of [worker, simulator]) {
    run.child.kill('SIGTERM')
    await run.exited()
  }
  expect(Math.max(...tookMs)).toBeLessThan(2_000 * slowness())
})
