import type { Queryable } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { type DomainRow, domainsOfFirm, signInOfFirm } from './queries.ts'

/** How people of a firm sign in at its identity provider, without the secret. */
export interface FirmSignIn {
  readonly issuer: string
  readonly clientId: string
  readonly isOnly: boolean
  readonly domains: readonly DomainRow[]
}

export async function showFirmSignIn(db: Queryable, firmId: number): Promise<FirmSignIn> {
  const [found] = await signInOfFirm(db, [firmId])
  if (!found) throw new Problem('not_found', 'The firm has no sign-in of its own.')
  const { issuer, clientId, isOnly } = found
  return { issuer, clientId, isOnly, domains: await domainsOfFirm(db, [firmId]) }
}
