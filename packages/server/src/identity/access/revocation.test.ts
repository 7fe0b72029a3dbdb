import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { watchDatabase } from '../../../test/database/watched-database.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { createTokenIssuer, createVisitor } from '../../../test/people/access-tokens.ts'
import { startGuardedServer } from '../../../test/servers/guarded-server.ts'
import { testOrigin } from '../../../test/servers/http.ts'

const { database, owner } = await useTestDatabase()
const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})
const issuer = await createTokenIssuer(database)

/** A server with a clock that tests move. */
async function start() {
  const watched = watchDatabase(database)
  const { clock, pass } = movableClock()
  const server = await startGuardedServer({
    database: watched.database,
    config: { publicOrigin: testOrigin },
    clock,
  })
  closers.push(server.close)
  const visitor = await createVisitor(database, testOrigin)
  const token = await issuer.sign(visitor.claims())
  return {
    watched,
    visitor,
    token,
    call: async (given = token) => (await server.call(given, visitor.apiKey)).status,
    callWithKey: async (apiKey: string | undefined) => (await server.call(token, apiKey)).status,
    pass,
  }
}

describe('within 5 s', () => {
  it.each([
    ['a grant', `update authorization_grant set revoked_at = now() where advisor_id = $1`, 'advisorId', 401],
    ['an advisor', `update advisor set active = false where id = $1`, 'advisorId', 401],
    ['a firm', `update firm set active = false where id = $1`, 'firmId', 401],
    ['an application', `update application set active = false where id = $1`, 'applicationId', 401],
    ['a key', `update api_key set revoked_at = now() where application_id = $1`, 'applicationId', 403],
    ['a scope', `update application set scopes = '{openid}' where id = $1`, 'applicationId', 403],
  ] as const)('%s that is taken back is refused', async (_name, change, of, status) => {
    const { call, pass, visitor } = await start()
    expect(await call()).toBe(200)
    const { id: advisorId, firmId } = visitor.advisor
    await database.query(change, [{ advisorId, firmId, applicationId: visitor.application.id }[of]])
    pass(4)
    expect(await call()).toBe(status)
  })

  it('in real time, on two processes that both have the token cached', async () => {
    const visitor = await createVisitor(database, testOrigin)
    const token = await issuer.sign(visitor.claims())
    const servers = await Promise.all(
      [0, 1].map(() => startGuardedServer({ database, config: { publicOrigin: testOrigin } })),
    )
    closers.push(...servers.map(({ close }) => close))
    for (const { call } of servers) expect(await call(token, visitor.apiKey)).toMatchObject({ status: 200 })
    await database.query('update authorization_grant set revoked_at = now() where grant_id = $1', [
      visitor.grantId,
    ])
    const revokedAt = performance.now()
    // Calls continue all the time, so that no cache entry expires by being idle.
    while (performance.now() - revokedAt < 4_700) {
      await Promise.all(servers.map(({ call }) => call(token, visitor.apiKey)))
      await sleep(50)
    }
    for (const { call } of servers) expect(await call(token, visitor.apiKey)).toMatchObject({ status: 401 })
  })

  it('a deleted signing key invalidates its tokens, at the latest after a minute', async () => {
    const lost = await createTokenIssuer(database)
    const { call, pass, visitor } = await start()
    const token = await lost.sign(visitor.claims())
    expect(await call(token)).toBe(200)
    await owner.query('delete from signing_key where kid = $1', [lost.kid])
    expect(await call(token)).toBe(200)
    pass(60)
    expect(await call(token)).toBe(401)
  })

  it('a retired key verifies tokens until they expire, and then no more', async () => {
    const retired = await createTokenIssuer(database)
    const { call, pass, visitor } = await start()
    const token = await retired.sign(visitor.claims())
    await database.query('update signing_key set retired_at = now() where kid = $1', [retired.kid])
    expect(await call(token)).toBe(200)
    await database.query(`update signing_key set retired_at = now() - interval '8 days' where kid = $1`, [
      retired.kid,
    ])
    pass(60)
    expect(await call(token)).toBe(401)
  })

  it('a cached token expires', async () => {
    const { call, pass, visitor } = await start()
    const token = await issuer.sign(visitor.claims())
    expect(await call(token)).toBe(200)
    pass(901)
    expect(await call(token)).toBe(200) // clocks may differ by five seconds
    pass(5)
    expect(await call(token)).toBe(401)
  })
})

describe('database queries', () => {
  it('one statement for a hundred simultaneous calls, and none while the result is fresh', async () => {
    const { call, pass, watched } = await start()
    expect(await call()).toBe(200)
    watched.statements.length = 0
    for (let round = 0; round < 3; round += 1) {
      pass(4)
      const statuses = await Promise.all(Array.from({ length: 100 }, () => call()))
      expect(new Set(statuses)).toEqual(new Set([200]))
    }
    expect(watched.statements).toEqual(Array.from({ length: 3 }, () => 'access_by_credentials'))
  })

  it('every five seconds for a flood of invented key ids, and immediately for a new key', async () => {
    const { call, pass, watched, visitor } = await start()
    expect(await call()).toBe(200)
    pass(5)
    watched.statements.length = 0
    for (let flood = 0; flood < 50; flood += 1) {
      expect(await call(await issuer.sign(visitor.claims(), { kid: `made up ${flood}` }))).toBe(401)
    }
    expect(watched.statements).toEqual(['public_keys'])
    const added = await createTokenIssuer(database)
    pass(5)
    expect(await call(await added.sign(visitor.claims()))).toBe(200)
  })
})

describe('502 when the database is unavailable', () => {
  it('when the last result is 5 s old: never 200, never 401', async () => {
    const { call, callWithKey, pass, watched } = await start()
    expect(await call()).toBe(200)
    watched.state = 'down'
    pass(3.9)
    expect(await call()).toBe(200)
    pass(0.6)
    expect(await call()).toBe(200)
    expect(await callWithKey('another')).toBe(502)
    expect(await callWithKey(undefined)).toBe(502)
    pass(0.5)
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await call()).toBe(502)
    pass(60)
    expect(await call()).toBe(502)
    watched.state = 'up'
    expect(await call()).toBe(200)
  })

  it('also for unseen tokens and unknown keys', async () => {
    const { call, watched, visitor } = await start()
    watched.state = 'down'
    expect(await call()).toBe(502)
    expect(await call(await issuer.sign(visitor.claims(), { kid: 'new' }))).toBe(502)
    expect(await call(await issuer.sign(visitor.claims(), { kid: 'newer' }))).toBe(502)
  })

  it('also for new key ids, no matter how often they are used', async () => {
    const { call, pass, watched, visitor } = await start()
    expect(await call()).toBe(200)
    pass(5)
    watched.state = 'down'
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await call(await issuer.sign(visitor.claims(), { kid: 'new' }))).toBe(502)
    }
  })

  it('also if it hangs instead of failing', async () => {
    const { call, pass, watched } = await start()
    expect(await call()).toBe(200)
    watched.state = 'silent'
    pass(5)
    const began = performance.now()
    expect(await call()).toBe(502)
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})
