import type { Queryable } from '../../db/pool.ts'
import { defaultPolicy } from './policy-texts.ts'
import { type SendingAccountRow, sendingAccounts } from './queries.ts'

/** What decides whether an advisor's text may go. */
export interface SendingAccount {
  readonly advisorId: number
  /** Advisor and firm both are. */
  readonly isActive: boolean
  readonly timeZone: string
  /** Whether a client must have agreed before a text; who opted out is never texted. */
  readonly isConsentRequired: boolean
  /** Of the firm's policy; 0: the defaults. */
  readonly policyVersion: number
  /** Null: the advisor has none and cannot text. Where there are several, the oldest sends. */
  readonly number: string | null
}

/** By advisor id; an id that nobody has is not in the map. */
export async function findSendingAccounts(
  db: Queryable,
  advisorIds: readonly number[],
): Promise<Map<number, SendingAccount>> {
  const rows = await sendingAccounts(db, [advisorIds])
  return new Map(rows.map(row => [row.advisor_id, sendingAccountOf(row)]))
}

export const sendingAccountOf = (row: SendingAccountRow): SendingAccount => ({
  advisorId: row.advisor_id,
  isActive: row.active,
  timeZone: row.time_zone,
  isConsentRequired: row.exception ?? row.consent_required ?? defaultPolicy.isConsentRequired,
  policyVersion: row.version ?? 0,
  number: row.number,
})
