import type { Account } from 'oidc-provider'
import type { Database } from '../../../platform/db/pool.ts'
import { advisorByIdentifier } from '../../people/queries.ts'

/** The advisor of a session, a code or a refresh token, while advisor and firm are active. */
export async function findAccount(database: Database, identifier: string): Promise<Account | undefined> {
  const [advisor] = await advisorByIdentifier(database, [identifier])
  if (!advisor?.active || !advisor.firmActive) return undefined
  return {
    accountId: advisor.identifier,
    advisorId: advisor.id,
    firmId: advisor.firmId,
    isSecondFactorRequired: advisor.isSecondFactorRequired,
    claims: () => ({
      sub: advisor.identifier,
      name: advisor.name,
      advisor_id: advisor.id,
      firm_id: advisor.firmId,
    }),
  }
}
