import type { Account } from 'oidc-provider'
import type { Database } from '../../db/pool.ts'
import { advisorByIdentifier } from '../people/queries.ts'

/** The advisor behind a session, a code or a refresh token, as long as advisor and firm are active. */
export async function findAccount(database: Database, identifier: string): Promise<Account | undefined> {
  const [advisor] = await advisorByIdentifier(database, [identifier])
  if (!advisor?.active || !advisor.firm_active) return undefined
  return {
    accountId: advisor.identifier,
    advisorId: advisor.id,
    firmId: advisor.firm_id,
    claims: () => ({
      sub: advisor.identifier,
      name: advisor.name,
      advisor_id: advisor.id,
      firm_id: advisor.firm_id,
    }),
  }
}
