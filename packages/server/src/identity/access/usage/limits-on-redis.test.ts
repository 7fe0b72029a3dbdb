import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../../test/database/database.ts'
import { expectTooMany } from '../../../../test/http/expect-too-many.ts'
import { type Answer, send } from '../../../../test/http/raw-client.ts'
import { createTokenIssuer, createVisitor, type Visitor } from '../../../../test/people/access-tokens.ts'
import { startTestRedis } from '../../../../test/processes/redis.ts'
import { guardedPath, startGuardedServer } from '../../../../test/servers/guarded-server.ts'

const { database, url } = await useTestDatabase()
// Part of each counter's name, so that runs that share a Redis do not share counters.
const origin = `https://${randomUUID()}.parley.test`
const issuer = await createTokenIssuer(database)

describe('two processes on one Redis', async () => {
  const redis = await startTestRedis()
  const children: ChildProcess[] = []
  afterAll(async () => {
    for (const child of children) child.disconnect()
    await redis.kill()
  })
  const startProcess = async (): Promise<number> => {
    const child = fork(
      fileURLToPath(new URL('../../../../test/servers/serve-guarded.ts', import.meta.url)),
      [url, origin, redis.url],
      { execArgv: [] },
    )
    children.push(child)
    const [port] = await once(child, 'message')
    return port as number
  }
  const callOn = async (port: number, token: string, visitor: Visitor): Promise<Answer> =>
    send(port, {
      path: guardedPath,
      headers: [
        ['Authorization', `Bearer ${token}`],
        ['X-Api-Key', visitor.apiKey],
      ],
    })

  it('400 concurrent calls on a key with burst 50: 50 are admitted, the others after their Retry-After', async () => {
    const ports = await Promise.all([startProcess(), startProcess()])
    const warmUp = await createVisitor(database, origin)
    const warmUpToken = await issuer.sign(warmUp.claims())
    for (const port of ports) expect(await callOn(port, warmUpToken, warmUp)).toMatchObject({ status: 200 })

    const visitor = await createVisitor(database, origin, { ratePerSecond: 10, burst: 50 })
    const token = await issuer.sign(visitor.claims())
    const call = (index: number) => callOn(ports[index % 2] ?? 0, token, visitor)
    const began = performance.now()
    const returns: Promise<Answer>[] = []
    const answers = await Promise.all(
      Array.from({ length: 400 }, async (_, index) => {
        const answer = await call(index)
        if (answer.status !== 200) {
          const seconds = expectTooMany(answer, guardedPath)
          // All were promised a place; to save time, only the first of them return.
          if (seconds <= 3) returns.push(sleep(seconds * 1000).then(() => call(index)))
        }
        return answer
      }),
    )
    const elapsedSeconds = (performance.now() - began) / 1000
    const admitted = answers.filter(({ status }) => status === 200).length
    expect(admitted).toBeGreaterThanOrEqual(50)
    expect(admitted).toBeLessThanOrEqual(50 + Math.floor(10 * elapsedSeconds))
    expect(returns.length).toBeGreaterThan(10)
    for (const answer of await Promise.all(returns)) expect(answer.status).toBe(200)
  })
})

describe('Redis stopped while calls go on', () => {
  it('no call fails because of it, none waits long, and one log line reports it', async () => {
    const redis = await startTestRedis()
    const lines: string[] = []
    const server = await startGuardedServer({
      database,
      config: { publicOrigin: origin, redisUrl: redis.url },
      log: {
        info: (_fields, message) => lines.push(`info ${message}`),
        warn: (_fields, message) => lines.push(`warn ${message}`),
      },
    })
    const visitor = await createVisitor(database, origin, { ratePerSecond: 5, burst: 10 })
    const token = await issuer.sign(visitor.claims())
    const statuses = new Map<number, number>()
    let slowestMs = 0
    const endsAt = performance.now() + 1_000
    const callers = Array.from({ length: 8 }, async () => {
      while (performance.now() < endsAt) {
        const began = performance.now()
        const { status } = await server.call(token, visitor.apiKey)
        slowestMs = Math.max(slowestMs, performance.now() - began)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    })
    await sleep(400)
    await redis.kill()
    await Promise.all(callers)
    expect(new Set(statuses.keys())).toEqual(new Set([200, 429]))
    expect(slowestMs).toBeLessThan(10_000)
    expect(lines).toEqual(['warn redis is unavailable: rate limits are counted per process'])
    await server.close()
  })
})
