import type { Queryable } from '../../platform/db/pool.ts'
import { connectedApplications } from './queries.ts'

interface AllowedScope {
  readonly scope: string
  readonly isAllowedByFirm: boolean
  readonly isAllowedByAdvisor: boolean
  /** Null: it ends only when the firm's authorization is revoked. */
  readonly endsAt: Date | null
}

export interface ConnectedApplication {
  readonly applicationId: number
  readonly name: string
  /** Current permissions. */
  readonly scopes: readonly AllowedScope[]
  /** It may text with client credentials, without the advisor being present. */
  readonly mayActAlone: boolean
  readonly allowedAt: Date
  readonly isAllowedByFirm: boolean
  readonly isAllowedByAdvisor: boolean
  /** When it lost all access: revoked, expired, or the application is disabled. */
  readonly endedAt: Date | null
}

/** Applications that may act for an advisor, followed by those that no longer may; newest first. */
export async function listConnectedApplications(
  db: Queryable,
  advisorId: number,
): Promise<ConnectedApplication[]> {
  const rows = await connectedApplications(db, [advisorId])
  return rows.map(row => ({
    ...row,
    scopes: row.scopes.map(({ grantEndsAtMs, ...scope }) => ({
      ...scope,
      endsAt: scope.isAllowedByFirm || grantEndsAtMs === null ? null : new Date(grantEndsAtMs),
    })),
    isAllowedByFirm: row.scopes.some(({ isAllowedByFirm }) => isAllowedByFirm),
    isAllowedByAdvisor: row.scopes.some(({ isAllowedByAdvisor }) => isAllowedByAdvisor),
  }))
}
