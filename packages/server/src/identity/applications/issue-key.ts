import type { Environment } from '../../db/migrate.ts'
import type { Tx } from '../../db/pool.ts'
import { issueSecret } from '../secrets.ts'
import { insertApiKey } from './queries.ts'
import type { UsagePlan } from './records.ts'

export interface IssuedKey {
  readonly id: number
  /** Shown once and kept nowhere. */
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
  const [key] = await insertApiKey(tx, [applicationId, hash, hint, ratePerSecond, burst, dailyQuota])
  if (!key) throw new Error('The database gave a new API key no id')
  return { id: key.id, apiKey: secret, usagePlan }
}
