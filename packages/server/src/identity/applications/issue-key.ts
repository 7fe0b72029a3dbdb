import type { Environment } from '../../platform/db/migrate.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { issueSecret } from '../secrets.ts'
import { insertApiKey } from './queries.ts'
import type { UsagePlan } from './records.ts'

export interface IssuedKey {
  readonly id: number
  /** Shown once and not stored. */
  readonly apiKey: string
  readonly usagePlan: UsagePlan
}

export async function issueKey(
  tx: Tx,
  environment: Environment,
  { applicationId, usagePlan }: { readonly applicationId: number; readonly usagePlan: UsagePlan },
): Promise<IssuedKey> {
  const { ratePerSecond, burst, dailyQuota } = usagePlan
  const { secret, hash, hint } = issueSecret('apiKey', environment)
  const key = firstRow(
    await insertApiKey(tx, [applicationId, hash, hint, ratePerSecond, burst, dailyQuota]),
    'the new API key',
  )
  return { id: key.id, apiKey: secret, usagePlan }
}
