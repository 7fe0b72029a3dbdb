import type { UsageLeft } from '../../../platform/caller/caller.ts'
import { oneRequest, type UsagePlan, type Verdict } from './take-request.ts'

const seconds = (micros: number): number => Math.ceil(micros / 1_000_000)

export const retryAfterSeconds = ({ waitMicros }: Verdict): number => Math.max(1, seconds(waitMicros))

/**
 * RateLimit-Policy and RateLimit as in draft-ietf-httpapi-ratelimit-headers-11: q requests in a window of w seconds; r are
 * left, and more are available in t seconds. The window of the bucket is the time in which it fills.
 */
export function usageHeaders(plan: UsagePlan, verdict: Verdict): Record<string, string> {
  const { ratePerSecond, burst, dailyQuota } = plan
  const policies = [`"burst";q=${burst};w=${Math.ceil(burst / ratePerSecond)}`]
  const left = [`"burst";r=${Math.floor(verdict.level / oneRequest)};t=${secondsToNext(plan, verdict)}`]
  if (dailyQuota !== null) {
    const remaining = Math.max(0, dailyQuota - verdict.usedToday)
    policies.push(`"daily";q=${dailyQuota};w=86400`)
    left.push(`"daily";r=${remaining};t=${Math.ceil(verdict.untilMidnightMs / 1000)}`)
  }
  return { 'ratelimit-policy': policies.join(', '), ratelimit: left.join(', ') }
}

export const usageLeft = (plan: UsagePlan, verdict: Verdict): UsageLeft => ({
  requestsPerSecond: plan.ratePerSecond,
  burst: plan.burst,
  burstLeft: Math.floor(verdict.level / oneRequest),
  requestsPerDay: plan.dailyQuota,
  usedToday: verdict.usedToday,
})

function secondsToNext({ ratePerSecond }: UsagePlan, verdict: Verdict): number {
  if (verdict.refusedBy === 'rate') return retryAfterSeconds(verdict)
  return seconds((oneRequest - (verdict.level % oneRequest)) / ratePerSecond)
}
