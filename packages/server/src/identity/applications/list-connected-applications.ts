import type { Queryable } from '../../db/pool.ts'
import { connectedApplications } from './queries.ts'

export interface ConnectedApplication {
  readonly applicationId: number
  readonly name: string
  /** What it may do now. */
  readonly scopes: readonly string[]
  readonly allowedAt: Date
  readonly isAllowedByFirm: boolean
  readonly isAllowedByAdvisor: boolean
  /** Null as long as it may do anything. */
  readonly revokedAt: Date | null
}

/** Which applications may act for an advisor, and then those that no longer may; the latest first. */
export async function listConnectedApplications(
  db: Queryable,
  advisorId: number,
): Promise<ConnectedApplication[]> {
  const rows = await connectedApplications(db, [advisorId])
  return rows.map(row => {
    const isAllowed = row.isAllowedByFirm || row.isAllowedByAdvisor
    return { ...row, revokedAt: isAllowed ? null : (row.revokedAt ?? row.allowedAt) }
  })
}
