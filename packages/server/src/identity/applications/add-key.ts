import { inTransaction } from '../../db/in-transaction.ts'
import type { Environment } from '../../db/migrate.ts'
import type { Database } from '../../db/pool.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { findApplication } from './find-application.ts'
import { type IssuedKey, issueKey } from './issue-key.ts'
import type { UsagePlan } from './records.ts'
import { usagePlanMistake } from './rules.ts'
import { defaultUsagePlans } from './usage-plans.ts'

interface NewKey {
  readonly clientId: string
  /** What is left out is as usual in the environment. */
  readonly usagePlan?: Partial<UsagePlan>
}

/** Issues one more API key for an application; each has a usage plan of its own. */
export async function addKey(
  database: Database,
  environment: Environment,
  { clientId, usagePlan: given }: NewKey,
): Promise<IssuedKey> {
  const usagePlan = { ...defaultUsagePlans[environment], ...given }
  refuseMistakes({ usagePlan: usagePlanMistake(usagePlan) })
  return inTransaction(database, async tx => {
    const { id: applicationId } = await findApplication(tx, clientId)
    return issueKey(tx, environment, { applicationId, usagePlan })
  })
}
