import { type Command, InvalidArgumentError } from 'commander'
import type { UsagePlan } from '../identity/index.ts'

export interface UsagePlanOptions {
  readonly rate?: number
  readonly burst?: number
  readonly dailyQuota?: number | 'none'
}

export const withUsagePlanOptions = (command: Command): Command =>
  command
    .option('--rate <number>', 'requests a second (sandbox 10, production 50)', wholeNumber)
    .option('--burst <number>', 'requests at once after a pause (sandbox 50, production 200)', wholeNumber)
    .option('--daily-quota <number>', 'requests a day, or none (sandbox 10000, production none)', quota)

export const usagePlanOf = ({ rate, burst, dailyQuota }: UsagePlanOptions): Partial<UsagePlan> => ({
  ...(rate === undefined ? {} : { ratePerSecond: rate }),
  ...(burst === undefined ? {} : { burst }),
  ...(dailyQuota === undefined ? {} : { dailyQuota: dailyQuota === 'none' ? null : dailyQuota }),
})

export function describeUsagePlan({ ratePerSecond, burst, dailyQuota }: UsagePlan): string {
  const day = dailyQuota === null ? 'no daily quota' : `${dailyQuota.toLocaleString('en')} a day`
  return `${ratePerSecond} a second, bursts of ${burst}, ${day}`
}

export function wholeNumber(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) throw new InvalidArgumentError('Give a whole number.')
  return Number(text)
}

// Not null yet: commander would make an empty text of it.
const quota = (text: string): number | 'none' => (text === 'none' ? text : wholeNumber(text))
