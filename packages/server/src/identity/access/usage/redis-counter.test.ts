import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { createClient } from 'redis'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestRedis } from '../../../../test/processes/redis.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { MemoryCounter } from './memory-counter.ts'
import { RedisCounter } from './redis-counter.ts'
import { takeRequestScript } from './take-request.lua.ts'
import { takeRequest, type Usage, type UsagePlan } from './take-request.ts'

const redis = await startTestRedis()
const client = createClient({ url: redis.url })
client.on('error', () => {})
await client.connect()
const closers: (() => void)[] = [() => client.destroy()]
afterAll(async () => {
  for (const close of closers) close()
  await redis.kill()
})

const plan: UsagePlan = { ratePerSecond: 1, burst: 20, dailyQuota: null }

function startCounter(url = redis.url) {
  const lines: string[] = []
  const counter = new RedisCounter({
    url,
    namespace: 'https://parley.test',
    fallback: new MemoryCounter(systemClock),
    log: {
      info: (_fields, message) => lines.push(`info ${message}`),
      warn: (_fields, message) => lines.push(`warn ${message}`),
    },
  })
  closers.push(() => counter.close())
  return { counter, lines }
}

const away = 'warn redis is unavailable: rate limits are counted per process'
const back = 'info redis is available again: rate limits are shared'

describe('the script', () => {
  it('decides like takeRequest, for any plan and times', async () => {
    // The same script with a test clock.
    const script = takeRequestScript.replace(`redis.call('TIME')`, '{ ARGV[4], ARGV[5] }')
    expect(script).not.toBe(takeRequestScript)
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          ratePerSecond: fc.integer({ min: 1, max: 60 }),
          burst: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant(2_147_483_647)),
          dailyQuota: fc.option(fc.integer({ min: 1, max: 12 })),
        }),
        fc.array(fc.oneof(fc.constant(0), fc.nat(300_000), fc.nat(40_000_000_000)), { maxLength: 40 }),
        async (given, pausesMicros) => {
          run += 1
          let micros = Date.UTC(2025, 5, 15, 23, 59, 50) * 1000
          let kept: Usage | undefined
          for (const pause of pausesMicros) {
            micros += pause
            const expected = takeRequest(kept, given, { micros, epochMs: micros / 1000 })
            kept = expected.usage
            const answer = await client.eval(script, {
              keys: [`script ${run}`],
              arguments: [
                ...[given.ratePerSecond, given.burst, given.dailyQuota ?? -1].map(String),
                ...[Math.floor(micros / 1_000_000), micros % 1_000_000].map(String),
              ],
            })
            const { refusedBy, waitMicros, level, usedToday, untilMidnightMs } = expected.verdict
            const refused = [undefined, 'rate', 'quota'].indexOf(refusedBy)
            expect(answer).toEqual([
              refused,
              Math.round(waitMicros),
              level,
              usedToday,
              Math.ceil(untilMidnightMs),
            ])
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('together', () => {
  it('many counters on one Redis admit exactly the burst', async () => {
    const counters = Array.from({ length: 4 }, () => startCounter().counter)
    const began = performance.now()
    const verdicts = await Promise.all(
      counters.flatMap(counter => Array.from({ length: 50 }, () => counter.count(1, plan))),
    )
    const elapsedSeconds = (performance.now() - began) / 1000
    const admitted = verdicts.filter(verdict => verdict.refusedBy === undefined).length
    expect(admitted).toBeGreaterThanOrEqual(20)
    expect(admitted).toBeLessThanOrEqual(20 + Math.floor(elapsedSeconds))
  })

  it('counters are separate per installation and key, expire, and identify nobody', async () => {
    await client.flushAll()
    const { counter } = startCounter()
    await counter.count(7, plan)
    await counter.count(8, { ratePerSecond: 1, burst: 1, dailyQuota: 5 })
    const keys = await client.keys('*')
    expect(keys).toHaveLength(2)
    for (const key of keys) {
      expect(key).toMatch(/^parley:usage:[\w-]{43}$/)
      expect(await client.ttl(key)).toBeGreaterThan(0)
      expect(await client.ttl(key)).toBeLessThanOrEqual(86_401)
    }
  })

  it('continues when Redis loses the script', async () => {
    const { counter, lines } = startCounter()
    await counter.count(9, plan)
    await client.scriptFlush()
    expect((await counter.count(9, plan)).level).toBeLessThan(18_500_000)
    expect(lines).toEqual([])
  })
})

describe('without Redis', () => {
  const countCalls = async (counter: RedisCounter, apiKeyId: number, calls: number) => {
    const began = performance.now()
    let admitted = 0
    let slowestMs = 0
    for (let call = 0; call < calls; call += 1) {
      const callBegan = performance.now()
      const { refusedBy } = await counter.count(apiKeyId, plan)
      slowestMs = Math.max(slowestMs, performance.now() - callBegan)
      if (refusedBy === undefined) admitted += 1
      await sleep(2)
    }
    return { admitted, slowestMs, refilled: Math.ceil((performance.now() - began) / 1000) }
  }

  it('a Redis that was never reachable is logged once, and requests are counted without it', async () => {
    const { counter, lines } = startCounter('redis://127.0.0.1:1')
    const { admitted, refilled } = await countCalls(counter, 10, 60)
    expect(admitted).toBeGreaterThanOrEqual(20)
    expect(admitted).toBeLessThanOrEqual(20 + refilled)
    expect(lines).toEqual([away])
  })

  it('a Redis that dies is logged once, gives nobody a second burst, and is used again when it is back', async () => {
    const { counter, lines } = startCounter()
    expect((await countCalls(counter, 11, 40)).admitted).toBeGreaterThanOrEqual(20)
    await redis.kill()
    const { admitted, slowestMs, refilled } = await countCalls(counter, 11, 200)
    expect(admitted).toBeLessThanOrEqual(refilled)
    expect(slowestMs).toBeLessThan(5_000)
    expect(lines).toEqual([away])
    await redis.start()
    await expect
      .poll(() => counter.count(12, plan).then(() => lines), { timeout: 60_000 })
      .toEqual([away, back])
  })

  it.each(['killed', 'frozen'] as const)('counts the request during which Redis is %s', async how => {
    const daily = { ratePerSecond: 1_000, burst: 1_000, dailyQuota: 2 }
    const { counter } = startCounter()
    const apiKeyId = how === 'killed' ? 14 : 15
    expect((await counter.count(apiKeyId, daily)).refusedBy).toBeUndefined()
    await (how === 'killed' ? redis.kill() : redis.freeze())
    const verdicts = [await counter.count(apiKeyId, daily), await counter.count(apiKeyId, daily)]
    await (how === 'killed' ? redis.start() : redis.thaw())
    expect(verdicts.map(({ refusedBy }) => refusedBy)).toEqual([undefined, 'quota'])
  })

  it('a Redis that stops responding delays few requests, and only briefly', async () => {
    const { counter, lines } = startCounter()
    await counter.count(13, plan)
    redis.freeze()
    const began = performance.now()
    await Promise.all(Array.from({ length: 50 }, () => counter.count(13, plan)))
    for (let call = 0; call < 100; call += 1) await counter.count(13, plan)
    expect(performance.now() - began).toBeLessThan(4_000) // over five seconds if each request waited
    expect(lines).toEqual([away])
    redis.thaw()
    await expect
      .poll(() => counter.count(12, plan).then(() => lines), { timeout: 60_000 })
      .toEqual([away, back])
  })
})
