import { limits } from '@parley/contract'
import { Problem } from '../../platform/problem/problem.ts'
import { addDays, type DayRange, daysIn } from './spans-of.ts'

/** Checks the first and the last day of a request. The range returned ends before the day after the last one. */
export function readRange(from: string, lastDay: string): DayRange {
  const range = { from, to: addDays(lastDay, 1) }
  const days = daysIn(range)
  if (days >= 1 && days <= limits.overviewDays) return range
  const message = `must be at or after from, and ${limits.overviewDays} days at most from there`
  throw new Problem('invalid_request', `to ${message}.`, {
    details: { errors: [{ path: '/to', message }] },
  })
}
