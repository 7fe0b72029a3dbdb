export interface UsagePlan {
  readonly ratePerSecond: number
  readonly burst: number
  /** Requests in a UTC day. */
  readonly dailyQuota: number | null
}

/** Usage of one key, in integers, so that rounding neither gains nor loses anything. */
export interface Usage {
  /** Level of the bucket in millionths of a request: a microsecond adds as many as the rate per second. */
  readonly level: number
  /** Time of that level, in microseconds. */
  readonly atMicros: number
  readonly day: number
  readonly usedToday: number
  /** When all refused callers can have returned. */
  readonly lineEndsAtMicros: number
}

export interface Instant {
  /** Monotonic time. */
  readonly micros: number
  readonly epochMs: number
}

/** The decision about a request, and what is left after it. */
export interface Verdict {
  readonly refusedBy: 'rate' | 'quota' | undefined
  /** How long to wait, if refused. */
  readonly waitMicros: number
  readonly level: number
  readonly usedToday: number
  readonly untilMidnightMs: number
}

export const oneRequest = 1_000_000
const dayMs = 86_400_000
/** Longest wait caused by the rate. */
export const lineMaxMicros = 60_000_000

export const dayOf = (epochMs: number): number => Math.floor(epochMs / dayMs)

/**
 * Takes one request from the bucket and the daily quota, or from neither. Refused callers are queued: each gets a later time to
 * return. If all got the same second, they would be refused together again.
 */
export function takeRequest(
  before: Usage | undefined,
  plan: UsagePlan,
  now: Instant,
): { readonly verdict: Verdict; readonly usage: Usage } {
  const level = refilled(before, plan, now.micros)
  const day = dayOf(now.epochMs)
  const usedToday = before?.day === day ? before.usedToday : 0
  const lineEndsAtMicros = before?.lineEndsAtMicros ?? 0
  const untilMidnightMs = (day + 1) * dayMs - now.epochMs
  const usage = { level, atMicros: now.micros, day, usedToday, lineEndsAtMicros }
  const refusal = { level, usedToday, untilMidnightMs }

  if (plan.dailyQuota !== null && usedToday >= plan.dailyQuota) {
    return { verdict: { refusedBy: 'quota', waitMicros: untilMidnightMs * 1000, ...refusal }, usage }
  }
  if (level < oneRequest) {
    const { endsAtMicros, waitMicros } = joinLine(lineEndsAtMicros, level, plan, now.micros)
    return {
      verdict: { refusedBy: 'rate', waitMicros, ...refusal },
      usage: { ...usage, lineEndsAtMicros: endsAtMicros },
    }
  }
  const left = { level: level - oneRequest, usedToday: usedToday + 1 }
  return {
    verdict: { refusedBy: undefined, waitMicros: 0, ...left, untilMidnightMs },
    usage: { ...usage, ...left },
  }
}

function refilled(before: Usage | undefined, { ratePerSecond, burst }: UsagePlan, micros: number): number {
  const full = burst * oneRequest
  if (!before) return full
  const elapsed = Math.max(0, micros - before.atMicros)
  // After a long time the product would no longer be an exact integer.
  if (elapsed >= full / ratePerSecond) return full
  return Math.min(full, before.level + elapsed * ratePerSecond)
}

function joinLine(
  lineEndsAtMicros: number,
  level: number,
  { ratePerSecond, burst }: UsagePlan,
  nowMicros: number,
): { readonly endsAtMicros: number; readonly waitMicros: number } {
  if (lineEndsAtMicros <= nowMicros) {
    const wait = Math.ceil((oneRequest - level) / ratePerSecond)
    return { endsAtMicros: nowMicros + wait, waitMicros: wait }
  }
  // Waits are rounded up to seconds, so two seconds' worth may come back together, and only the burst finds room.
  const step = Math.ceil(oneRequest / Math.min(ratePerSecond, burst / 2))
  const endsAtMicros = Math.min(lineEndsAtMicros + step, nowMicros + lineMaxMicros)
  // A second more, for requests that were admitted meanwhile without having waited.
  return { endsAtMicros, waitMicros: endsAtMicros - nowMicros + oneRequest }
}
