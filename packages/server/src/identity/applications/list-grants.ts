import type { Queryable } from '../../db/pool.ts'
import { grantsOfAdvisor } from './queries.ts'
import type { Grant } from './records.ts'

/** What an advisor has allowed which application, the latest first, what was taken back included. */
export async function listGrants(db: Queryable, advisorId: number): Promise<Grant[]> {
  const rows = await grantsOfAdvisor(db, [advisorId])
  return rows.map(row => ({
    id: row.grant_id,
    clientId: row.client_id,
    application: row.application_name,
    scopes: row.scopes,
    grantedAt: row.granted_at,
    revokedAt: row.revoked_at,
  }))
}
