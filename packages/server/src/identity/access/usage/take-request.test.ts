import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Instant, takeRequest, type Usage, type UsagePlan, type Verdict } from './take-request.ts'
import { retryAfterSeconds, usageHeaders } from './usage-headers.ts'

const noon = Date.UTC(2025, 5, 15, 12)
const at = (seconds: number): Instant => ({
  micros: Math.round(seconds * 1_000_000),
  epochMs: noon + Math.round(seconds * 1_000),
})

/** A key's usage under a plan, one request after another. */
function key(plan: UsagePlan): (now: Instant) => Verdict {
  let kept: Usage | undefined
  return now => {
    const { verdict, usage } = takeRequest(kept, plan, now)
    kept = usage
    return verdict
  }
}

const plan = (ratePerSecond: number, burst: number, dailyQuota: number | null = null): UsagePlan => ({
  ratePerSecond,
  burst,
  dailyQuota,
})

describe('the bucket', () => {
  it.each<[string, UsagePlan, [seconds: number, refusedBy: Verdict['refusedBy']][]]>([
    [
      'admits the burst and not one more',
      plan(1, 2),
      [
        [0, undefined],
        [0, undefined],
        [0, 'rate'],
      ],
    ],
    [
      'refills one at a time, to the microsecond',
      plan(2, 1),
      [
        [0, undefined],
        [0.499999, 'rate'],
        [0.5, undefined],
        [0.5, 'rate'],
      ],
    ],
    [
      'does not lose what a refusal found',
      plan(1, 1),
      [
        [0, undefined],
        [0.4, 'rate'],
        [0.8, 'rate'],
        [1, undefined],
      ],
    ],
    [
      'never holds more than the burst, however long it is idle',
      plan(10, 2),
      [
        [0, undefined],
        [1e6, undefined],
        [1e6, undefined],
        [1e6, 'rate'],
      ],
    ],
    [
      'counts thirds of a second exactly',
      plan(3, 1),
      [
        [0, undefined],
        [0.333333, 'rate'],
        [0.333334, undefined],
        [0.666667, 'rate'],
        [0.666668, undefined],
      ],
    ],
    [
      'adds nothing when the clock goes back',
      plan(1, 1),
      [
        [10, undefined],
        [5, 'rate'],
        [5.9, 'rate'],
        [6, undefined],
      ],
    ],
  ])('%s', (_name, given, steps) => {
    const take = key(given)
    expect(steps.map(([seconds]) => take(at(seconds)).refusedBy)).toEqual(
      steps.map(([, refusedBy]) => refusedBy),
    )
  })

  it('never admits more than burst + rate × time, nor less if more is requested', () => {
    fc.assert(
      fc.property(
        fc.record({ rate: fc.integer({ min: 1, max: 2_000 }), burst: fc.integer({ min: 1, max: 2_000 }) }),
        fc.array(fc.nat(400_000), { minLength: 1, maxLength: 400 }),
        ({ rate, burst }, pausesMicros) => {
          const take = key(plan(rate, burst))
          let micros = 0
          let admitted = 0
          let refusedAny = false
          for (const pause of pausesMicros) {
            micros += pause
            const { refusedBy } = take({ micros, epochMs: noon })
            if (refusedBy === undefined) admitted += 1
            else refusedAny = true
            expect(admitted).toBeLessThanOrEqual(burst + Math.floor((micros * rate) / 1_000_000))
          }
          if (!refusedAny) expect(admitted).toBe(pausesMicros.length)
        },
      ),
    )
  })

  it('follows a plan that changes', () => {
    const first = takeRequest(undefined, plan(1, 100), at(0))
    const second = takeRequest(first.usage, plan(1, 2), at(0))
    expect(second.verdict.level).toBe(1_000_000)
  })

  it('stays exact with the largest possible plan', () => {
    const take = key(plan(2_147_483_647, 2_147_483_647))
    expect(take(at(0)).level).toBe(2_147_483_646_000_000)
    expect(take(at(1e9)).level).toBe(2_147_483_646_000_000)
  })
})

describe('the quota', () => {
  const almostMidnight = at(12 * 3600 - 1.5)
  const midnight = at(12 * 3600)

  it('admits exactly its number, and again after midnight UTC', () => {
    const take = key(plan(10, 10, 2))
    expect([take(at(0)), take(at(1)), take(almostMidnight)].map(({ refusedBy }) => refusedBy)).toEqual([
      undefined,
      undefined,
      'quota',
    ])
    expect(retryAfterSeconds(take(almostMidnight))).toBe(2)
    expect(take(midnight).refusedBy).toBeUndefined()
  })

  it('is not used up by requests the rate refuses, nor the bucket by requests the quota refuses', () => {
    const rateFirst = key(plan(1, 1, 3))
    rateFirst(at(0))
    for (let call = 0; call < 5; call += 1) expect(rateFirst(at(0)).refusedBy).toBe('rate')
    expect(rateFirst(at(1)).usedToday).toBe(2)
    const quotaFirst = key(plan(1, 3, 1))
    quotaFirst(at(0))
    for (let call = 0; call < 5; call += 1) expect(quotaFirst(at(0)).level).toBe(2_000_000)
  })
})

describe('Retry-After', () => {
  it('is long enough for every caller in a crowd, with any plan', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 300 }),
        (rate, burst, spreadMs) => {
          const take = key(plan(rate, burst))
          // As many as the queue may hold, arriving almost at once.
          const crowd = burst + Math.floor(Math.min(rate, burst / 2) * 50)
          const returns: number[] = []
          for (let call = 0; call < crowd; call += 1) {
            const seconds = (call / crowd) * (spreadMs / 1000)
            const verdict = take(at(seconds))
            if (verdict.refusedBy) returns.push(seconds + retryAfterSeconds(verdict))
          }
          for (const seconds of returns.toSorted((one, two) => one - two)) {
            expect(take(at(seconds)).refusedBy).toBeUndefined()
          }
        },
      ),
      { numRuns: 100 },
    )
  })

  it('is never more than about a minute', () => {
    const take = key(plan(1, 1))
    let longest = 0
    for (let call = 0; call < 10_000; call += 1) longest = Math.max(longest, retryAfterSeconds(take(at(0))))
    expect(longest).toBe(61)
  })
})

describe('the headers', () => {
  it('state the policies and what is left of them', () => {
    const given = plan(10, 50, 10_000)
    const take = key(given)
    expect(usageHeaders(given, take(at(0)))).toEqual({
      'ratelimit-policy': '"burst";q=50;w=5, "daily";q=10000;w=86400',
      ratelimit: '"burst";r=49;t=1, "daily";r=9999;t=43200',
    })
  })

  it('omit the day without a quota, and never give a time shorter than the wait', () => {
    const given = plan(1, 2)
    const take = key(given)
    for (let call = 0; call < 3; call += 1) take(at(0))
    const refused = take(at(0))
    expect(retryAfterSeconds(refused)).toBe(3)
    expect(usageHeaders(given, refused)).toEqual({
      'ratelimit-policy': '"burst";q=2;w=2',
      ratelimit: '"burst";r=0;t=3',
    })
  })
})
