import type { Queryable } from '../../platform/db/pool.ts'
import { defaultPolicy } from './policy-texts.ts'
import { type SendingAccountRow, sendingAccounts } from './queries.ts'

/** The facts that decide whether an advisor may text. */
export interface SendingAccount {
  readonly advisorId: number
  /** True only if both advisor and firm are active. */
  readonly isActive: boolean
  readonly timeZone: string
  /** Whether a client must have accepted before a text. Opted-out clients are never texted. */
  readonly isConsentRequired: boolean
  /** Version of the firm's policy; 0 means the defaults. */
  readonly policyVersion: number
  /** Null if the advisor has no number and cannot text. With several numbers, the oldest one sends. */
  readonly number: string | null
}

/** Keyed by advisor id; unknown ids are not in the map. */
export async function findSendingAccounts(
  db: Queryable,
  advisorIds: readonly number[],
): Promise<Map<number, SendingAccount>> {
  const rows = await sendingAccounts(db, [advisorIds])
  return new Map(rows.map(row => [row.advisorId, sendingAccountOf(row)]))
}

export const sendingAccountOf = (row: SendingAccountRow): SendingAccount => ({
  advisorId: row.advisorId,
  isActive: row.isActive,
  timeZone: row.timeZone,
  isConsentRequired: row.exception ?? row.isConsentRequired ?? defaultPolicy.isConsentRequired,
  policyVersion: row.version ?? 0,
  number: row.number,
})
