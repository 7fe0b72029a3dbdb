import type { Environment } from '../../platform/db/migrate.ts'
import type { UsagePlan } from './records.ts'

export const defaultUsagePlans: Readonly<Record<Environment, UsagePlan>> = {
  sandbox: { ratePerSecond: 10, burst: 50, dailyQuota: 10_000 },
  production: { ratePerSecond: 50, burst: 200, dailyQuota: null },
}
