import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { expectTooMany } from '../../../test/http/expect-too-many.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { createTokenIssuer, createVisitor } from '../../../test/people/access-tokens.ts'
import { guardedPath, startGuardedServer } from '../../../test/servers/guarded-server.ts'

const { database } = await useTestDatabase()
const origin = `https://${randomUUID()}.parley.test`
const issuer = await createTokenIssuer(database)

describe('one process', () => {
  it('returns 200 with the remaining quota, and 429 when it is used up', async () => {
    const { clock, pass } = movableClock({ isStopped: true })
    const server = await startGuardedServer({ database, config: { publicOrigin: origin }, clock })
    const visitor = await createVisitor(database, origin, { ratePerSecond: 1, burst: 2, dailyQuota: 3 })
    const token = await issuer.sign(visitor.claims())
    const call = () => server.call(token, visitor.apiKey)
    const first = await call()
    expect(first).toMatchObject({
      status: 200,
      headers: { 'ratelimit-policy': '"burst";q=2;w=2, "daily";q=3;w=86400' },
    })
    expect(first.headers['ratelimit']).toMatch(/^"burst";r=1;t=1, "daily";r=2;t=\d+$/)
    expect(await call()).toMatchObject({ status: 200 })
    const seconds = expectTooMany(await call(), guardedPath)
    expect(seconds).toBe(1)
    pass(seconds)
    expect(await call()).toMatchObject({ status: 200 })
    pass(1)
    const exhausted = await call()
    const untilMidnight = Math.ceil((86_400_000 - (clock.epochMs() % 86_400_000)) / 1000)
    expect(Math.abs(expectTooMany(exhausted, guardedPath) - untilMidnight)).toBeLessThanOrEqual(1)
    await server.close()
  })

  it('also counts requests refused after it (400), but not those refused before it', async () => {
    const server = await startGuardedServer({ database, config: { publicOrigin: origin } })
    const visitor = await createVisitor(database, origin, { ratePerSecond: 1, burst: 1 })
    const token = await issuer.sign(visitor.claims())
    const before = [
      await server.call('not-a-token', visitor.apiKey),
      await server.call(token, 'not-a-key'),
      await server.call(token, visitor.apiKey, '/v1/nowhere'),
    ]
    expect(before.map(({ status, headers }) => [status, headers['ratelimit']])).toEqual([
      [401, undefined],
      [403, undefined],
      [404, undefined],
    ])
    const answer = await server.call(token, visitor.apiKey, '/v1/core/contact/contacts/none')
    expect(answer).toMatchObject({ status: 400, headers: { ratelimit: '"burst";r=0;t=1' } })
    expectTooMany(await server.call(token, visitor.apiKey), guardedPath)
    await server.close()
  })
})
