// The requests of the page, one at a time, over HTTP.
import { createHash } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AppOperation, appBase, appOperations } from '@parley/contract'
import { createApp } from '../../packages/server/src/app.ts'
import { addPerson } from '../../packages/server/src/identity/index.ts'
import { startSession } from '../../packages/server/src/identity/sessions/start-session.ts'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import { createLogger } from '../../packages/server/src/platform/telemetry/logger.ts'
import { freePort } from '../../packages/server/test/processes/free-port.ts'

interface Measured {
  readonly database: Database
  readonly firmId: number
  readonly days: number
  readonly requests: number
}

interface Figure {
  readonly name: string
  readonly p50: number
  readonly p95: number
  readonly most: number
  /** Load average of the last minute. */
  readonly load: number
}

/** From one request to the next: a session may make fifty a second. */
const pauseMs = 25

const dayOf = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** What the page offers. */
export const ranges = (days: number): Record<string, { from: string; to: string }> => ({
  '7 days': { from: dayOf(6), to: dayOf(0) },
  '30 days': { from: dayOf(29), to: dayOf(0) },
  '90 days': { from: dayOf(89), to: dayOf(0) },
  year: { from: dayOf(Math.min(days, 365) - 1), to: dayOf(0) },
})

const { getFirmOverview, listAdvisorFigures, listCountedEntries } = appOperations
const calls: Readonly<Record<string, readonly [AppOperation, Record<string, string>]>> = {
  overview: [getFirmOverview, {}],
  'by advisor': [listAdvisorFigures, { pageSize: '25' }],
  'by advisor, fastest first': [
    listAdvisorFigures,
    { pageSize: '25', sortBy: 'medianResponseSeconds', sortDirection: 'asc' },
  ],
  'list of texts': [listCountedEntries, { figure: 'texts' }],
  'list of opt-outs': [listCountedEntries, { figure: 'optOuts' }],
  'list of answers': [listCountedEntries, { figure: 'answers' }],
}

export async function measure({ database, firmId, days, requests }: Measured): Promise<Figure[]> {
  const { origin, cookie, close } = await serve(database, firmId)
  const figures: Figure[] = []
  for (const [what, [operation, more]] of Object.entries(calls)) {
    for (const [period, range] of Object.entries(ranges(days))) {
      const query = new URLSearchParams({ ...range, ...more }).toString()
      const url = `${origin}${appBase}${operation.path}?${query}`
      figures.push(await time(`${what}, ${period}`, requests, url, cookie))
    }
  }
  await close()
  return figures
}

async function serve(
  database: Database,
  firmId: number,
): Promise<{ origin: string; cookie: string; close: () => Promise<unknown> }> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const app = await createApp({
    config: {
      cell: 1,
      environment: 'sandbox',
      publicOrigin: origin,
      trustedProxies: [],
      secretKey: createHash('sha256').update('bench').digest(),
      formerSecretKeys: [],
      redisUrl: undefined,
      outsideIssuer: undefined,
      outsideJwksUrl: undefined,
      outsideAudience: undefined,
      outsideClaims: { advisor: 'sub', client: 'client_id', scope: 'scope' },
      webhookNetworks: [],
    },
    database,
    log: createLogger('silent'),
    metrics: { render: async () => '' },
  })
  await app.listen({ host: '127.0.0.1', port })
  const email = `robin-${Date.now()}@firm.test`
  const { id } = await addPerson(database, { firmId, name: 'Robin Vale', email, roles: ['administrator'] })
  const { token } = await startSession(database, { personId: id })
  return { origin, cookie: `parley_app=${token}`, close: () => app.close() }
}

async function time(name: string, requests: number, url: string, cookie: string): Promise<Figure> {
  const taken: number[] = []
  for (let done = 0; done < requests; done += 1) {
    const startedAt = performance.now()
    const answer = await fetch(url, { headers: { cookie } })
    const text = await answer.text()
    taken.push(performance.now() - startedAt)
    if (answer.status !== 200) throw new Error(text)
    await sleep(Math.max(0, pauseMs - (taken.at(-1) ?? 0)))
  }
  const sorted = taken.toSorted((one, other) => one - other)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const figure = { name, p50: at(0.5), p95: at(0.95), most: at(1), load: loadavg()[0] ?? 0 }
  const [p50, p95, most] = [figure.p50, figure.p95, figure.most].map(value => value.toFixed(1).padStart(7))
  console.log(
    `${name.padEnd(36)} p50 ${p50} ms  p95 ${p95} ms  most ${most} ms  load ${figure.load.toFixed(1)}`,
  )
  return figure
}
