// Callers that fail too often must wait, by their address, before anything is looked up.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { watchDatabase } from '../../../test/database/watched-database.ts'
import { expectProblem } from '../../../test/http/expect-problem.ts'
import { createTokenIssuer, createVisitor } from '../../../test/people/access-tokens.ts'
import { type GuardedServer, guardedPath, startGuardedServer } from '../../../test/servers/guarded-server.ts'
import { testOrigin } from '../../../test/servers/http.ts'
import { AddressLimit, failuresPlan } from './address-limit.ts'

const { database } = await useTestDatabase()
const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

const issuer = await createTokenIssuer(database)
const visitor = await createVisitor(database, testOrigin)
const goodToken = await issuer.sign(visitor.claims())
const { burst } = failuresPlan

/** A stopped clock, so that nothing is refilled while a test runs. */
function stoppedClock() {
  let nowMs = Date.now()
  return {
    clock: { epochMs: () => nowMs, monotonicMs: () => nowMs },
    pass: (seconds: number) => {
      nowMs += seconds * 1_000
    },
  }
}

async function start(trustedProxies: readonly string[] = ['127.0.0.1']) {
  const { clock, pass } = stoppedClock()
  const watched = watchDatabase(database)
  const config = { publicOrigin: testOrigin }
  const server = await startGuardedServer({ database: watched.database, config, clock, trustedProxies })
  closers.push(server.close)
  return { server, pass, watched }
}

const wrongKey = (): string => `parley_sandbox_${randomUUID()}`
const guess = (server: GuardedServer, from?: string) => server.call(goodToken, wrongKey(), guardedPath, from)
const fail = async (server: GuardedServer, from?: string): Promise<void> => {
  for (let failure = 0; failure < burst; failure += 1) expect((await guess(server, from)).status).toBe(403)
}

describe('429 before anything is looked up', () => {
  it('for wrong API keys, with the time to wait; callers that wait are accepted again', async () => {
    const { server, pass, watched } = await start()
    await fail(server, '198.51.100.7')
    const before = watched.statements.length
    const refused = await guess(server, '198.51.100.7')
    expectProblem(refused, { status: 429, code: 'rate_limited', instance: guardedPath })
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBe(1)
    for (let more = 0; more < 20; more += 1) expect((await guess(server, '198.51.100.7')).status).toBe(429)
    expect(watched.statements).toHaveLength(before)
    pass(seconds)
    expect((await guess(server, '198.51.100.7')).status).toBe(403)
  })

  it('for tokens that are not accepted', async () => {
    const { server } = await start()
    const forged = async () => {
      const [head, body] = (await issuer.sign(visitor.claims({ jti: randomUUID() }))).split('.')
      return server.call(`${head}.${body}.${'A'.repeat(86)}`, visitor.apiKey, guardedPath, '198.51.100.8')
    }
    for (let failure = 0; failure < burst; failure += 1) expect((await forged()).status).toBe(401)
    expect((await forged()).status).toBe(429)
  })

  it('but not for a token that is missing or expired: honest callers send these', async () => {
    const { server } = await start()
    const expired = await issuer.sign(visitor.claims({ iat: 1, exp: 2 }))
    for (let failure = 0; failure <= burst; failure += 1) {
      const token = failure % 2 === 0 ? expired : undefined
      expect((await server.call(token, visitor.apiKey, guardedPath, '198.51.100.9')).status).toBe(401)
    }
    expect((await guess(server, '198.51.100.9')).status).toBe(403)
  })

  it('does not affect other addresses, nor a neighbour who was accepted before', async () => {
    const { server } = await start()
    const call = (from: string) => server.call(goodToken, visitor.apiKey, guardedPath, from)
    expect((await call('198.51.100.10')).status).toBe(200)
    await fail(server, '198.51.100.10')
    expect((await guess(server, '198.51.100.10')).status).toBe(429)
    expect((await call('198.51.100.10')).status).toBe(200)
    expect((await guess(server, '198.51.100.11')).status).toBe(403)
  })
})

describe('the address of a request', () => {
  it('is the one that a trusted proxy reports', async () => {
    const { server } = await start(['127.0.0.1'])
    await fail(server, '203.0.113.1')
    expect((await guess(server, '203.0.113.1')).status).toBe(429)
    expect((await guess(server, '203.0.113.2')).status).toBe(403)
  })

  it('is not one that the caller sent to the proxy', async () => {
    const { server } = await start(['127.0.0.1'])
    for (let failure = 0; failure < burst; failure += 1)
      await guess(server, `192.0.2.${failure % 250}, 203.0.113.3`)
    expect((await guess(server, '192.0.2.251, 203.0.113.3')).status).toBe(429)
    expect((await guess(server, '203.0.113.3')).status).toBe(429)
  })

  it.each([
    ['nobody', []],
    ['another proxy', ['10.9.9.9']],
  ])('is that of the connection if %s is trusted: X-Forwarded-For is ignored', async (_who, trusted) => {
    const { server } = await start(trusted)
    for (let failure = 0; failure < burst; failure += 1) await guess(server, `203.0.113.${failure % 250}`)
    expect((await guess(server, '203.0.113.251')).status).toBe(429)
    expect((await guess(server)).status).toBe(429)
  })
})

it('remembers a bounded number of addresses', () => {
  const { clock } = stoppedClock()
  const limit = new AddressLimit({ ratePerSecond: 1, burst: 1 }, clock)
  limit.count('192.0.2.1')
  expect(limit.waitSeconds('192.0.2.1')).toBe(1)
  for (let address = 0; address < 50_000; address += 1) limit.count(`2001:db8:${address.toString(16)}::1`)
  expect(limit.size).toBe(20_000)
  expect(limit.waitSeconds('192.0.2.1')).toBe(0)
})
