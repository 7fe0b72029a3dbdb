import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Environment } from '../../platform/db/migrate.ts'
import type { Database } from '../../platform/db/pool.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { findApplication } from './find-application.ts'
import { type IssuedKey, issueKey } from './issue-key.ts'
import type { UsagePlan } from './records.ts'
import { usagePlanMistake } from './rules.ts'
import { defaultUsagePlans } from './usage-plans.ts'

interface NewKey {
  readonly clientId: string
  /** Missing values use the defaults of the environment. */
  readonly usagePlan?: Partial<UsagePlan>
}

/** Issues another API key for an application; each has its own usage plan. */
export async function addKey(
  database: Database,
  environment: Environment,
  { clientId, usagePlan: given }: NewKey,
  by: journal.Actor = journal.setup,
): Promise<IssuedKey> {
  const usagePlan = { ...defaultUsagePlans[environment], ...given }
  refuseMistakes({ usagePlan: usagePlanMistake(usagePlan) })
  return inTransaction(database, async tx => {
    const { id: applicationId } = await findApplication(tx, clientId)
    const key = await issueKey(tx, environment, { applicationId, usagePlan })
    await journal.recordAct(tx, {
      owner: { installation: true },
      actor: by,
      kind: 'api_key.added',
      subject: { kind: 'application', id: applicationId },
      facts: { clientId, apiKeyId: key.id, usagePlan },
    })
    return key
  })
}
