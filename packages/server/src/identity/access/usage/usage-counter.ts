import type { UsagePlan, Verdict } from './take-request.ts'

/** Counts the requests of each key. */
export interface UsageCounter {
  count(apiKeyId: number, plan: UsagePlan): Verdict | Promise<Verdict>
}
