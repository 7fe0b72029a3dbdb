import { type Command } from 'commander'
import type { UsagePlan } from '../../../identity/index.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'

export interface UsagePlanOptions {
  readonly rate?: number
  readonly burst?: number
  readonly dailyQuota?: number | 'none'
}

export const withUsagePlanOptions = (command: Command): Command =>
  command
    .option('--rate <number>', 'requests per second (default: sandbox 10, production 50)', wholeNumber())
    .option('--burst <number>', 'burst size (default: sandbox 50, production 200)', wholeNumber())
    .option(
      '--daily-quota <number>',
      'requests per day, or none (default: sandbox 10000, production none)',
      quota,
    )

export const usagePlanOf = ({ rate, burst, dailyQuota }: UsagePlanOptions): Partial<UsagePlan> => ({
  ...(rate === undefined ? {} : { ratePerSecond: rate }),
  ...(burst === undefined ? {} : { burst }),
  ...(dailyQuota === undefined ? {} : { dailyQuota: dailyQuota === 'none' ? null : dailyQuota }),
})

export function describeUsagePlan({ ratePerSecond, burst, dailyQuota }: UsagePlan): string {
  const day = dailyQuota === null ? 'no daily quota' : `${dailyQuota.toLocaleString('en')} per day`
  return `${ratePerSecond} per second, bursts of ${burst}, ${day}`
}

// Not null yet: commander would turn null into an empty string.
const quota = (text: string): number | 'none' => (text === 'none' ? text : wholeNumber()(text))
