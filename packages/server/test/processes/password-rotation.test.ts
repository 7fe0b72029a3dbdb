// The password of the role parley_app is changed under load, on a PostgreSQL that asks for it.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../src/platform/db/migrate.ts'
import { createPool, type Database } from '../../src/platform/db/pool.ts'
import { provisionDatabase } from '../../src/platform/db/provisioning/provision.ts'
import { createTokenIssuer, createVisitor } from '../people/access-tokens.ts'
import { newPhone, prepare } from '../servers/texting-server.ts'
import { startCluster } from './cluster.ts'
import { freePort } from './free-port.ts'
import { listening, parley } from './process.ts'

const nextPassword = 'näxt / p@ss:word?'
const publicOrigin = 'http://parley.test'
let cluster: Awaited<ReturnType<typeof startCluster>>
let urls: Awaited<ReturnType<typeof provisionDatabase>>
let database: Database | undefined
let headers: Record<string, string>

beforeAll(async () => {
  cluster = await startCluster()
  urls = await provisionDatabase({ adminUrl: cluster.url, database: 'parley' })
  await migrate({ ownerUrl: urls.ownerUrl, cell: 1, environment: 'sandbox', log: () => {} })
  const inParley = new URL(cluster.url)
  inParley.pathname = '/parley'
  database = createPool({ url: inParley.href, size: 2, applicationName: 'test', connectTimeoutMs: 10_000 })
  const visitor = await createVisitor(database, publicOrigin)
  await prepare(database, visitor.advisor.id, visitor.advisor.firmId, { isConsentRequired: false })
  const issuer = await createTokenIssuer(database)
  headers = {
    authorization: `Bearer ${await issuer.sign(visitor.claims())}`,
    'x-api-key': visitor.apiKey,
    'content-type': 'application/json',
  }
  const rules = ['host all postgres 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256']
  await writeFile(join(cluster.data, 'pg_hba.conf'), `${rules.join('\n')}\n`)
  await database.query('select pg_reload_conf()')
})
afterAll(async () => {
  await database?.end()
  await cluster.stop()
})

async function startApi(settings: Record<string, string>) {
  const api = parley(['api'], {
    DATABASE_URL: urls.appUrl,
    PORT: String(await freePort()),
    PUBLIC_ORIGIN: publicOrigin,
    PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...settings,
  })
  onTestFinished(() => void api.child.kill('SIGKILL'))
  const address = await listening(api)
  return {
    send: async (): Promise<number> => {
      const answer = await fetch(`${address}/v1/text/messaging/messages`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: JSON.stringify({ phone: newPhone(), text: 'Hello' }),
      })
      await answer.arrayBuffer()
      return answer.status
    },
    /** More at once than there are connections, so that new ones are opened. */
    readMany: (): Promise<number[]> =>
      Promise.all(
        Array.from({ length: 30 }, async () => {
          const answer = await fetch(`${address}/v1/core/contact/groups`, { headers })
          await answer.arrayBuffer()
          return answer.status
        }),
      ),
    stop: async () => {
      api.child.kill('SIGTERM')
      return api.exited()
    },
  }
}

async function changePassword(password: string): Promise<void> {
  const admin = new Client(cluster.url)
  await admin.connect()
  await admin.query(`alter role parley_app password ${admin.escapeLiteral(password)}`)
  await admin.end()
}

const isOk = (status: number): boolean => status === 200

it('fails no request of a process that knows the next password, and new connections of all others', async () => {
  const told = await startApi({ DATABASE_NEXT_PASSWORD: nextPassword })
  const untold = await startApi({})
  expect([await told.send(), await untold.send()]).toEqual([200, 200])

  const statuses: number[] = []
  const state = { isEnding: false }
  const load = Array.from({ length: 4 }, async () => {
    while (!state.isEnding) {
      statuses.push(await told.send())
      await sleep(40)
    }
  })
  await sleep(300)
  await changePassword(nextPassword)
  const changedAt = statuses.length
  const reads = await told.readMany()
  while (statuses.length < changedAt + 40) await sleep(20)
  state.isEnding = true
  await Promise.all(load)
  expect(statuses.length).toBeGreaterThan(40)
  expect(statuses.filter(status => !isOk(status))).toEqual([])
  expect(reads.filter(status => !isOk(status))).toEqual([])
  // The guarantee is not an accident of connections that were open already.
  expect((await untold.readMany()).some(status => !isOk(status))).toBe(true)

  // The last step: the new password alone.
  const url = new URL(urls.appUrl)
  url.password = encodeURIComponent(nextPassword)
  const after = await startApi({ DATABASE_URL: url.href })
  expect([...(await after.readMany()), await after.send()].every(isOk)).toBe(true)
  expect([await told.stop(), await untold.stop(), await after.stop()]).toEqual([0, 0, 0])
})
