import type { Queryable } from '../../db/pool.ts'
import { defaultPolicy } from './policy-texts.ts'
import { textingAccounts } from './queries.ts'
import type { TextingPolicy } from './records.ts'

/** Everything that decides how an advisor texts. Texts are templates; renderText puts the names in. */
export interface TextingAccount extends TextingPolicy {
  readonly advisorId: number
  readonly advisorName: string
  readonly firmName: string
  /** Advisor and firm both are. */
  readonly isActive: boolean
  readonly timeZone: string
  /** Of the firm's policy; 0: the defaults. */
  readonly policyVersion: number
  /** Null: the advisor has none and cannot text. */
  readonly number: string | null
}

/** By advisor id; an id that nobody has is not in the map. Where an advisor has several numbers, the oldest sends. */
export async function findTextingAccounts(
  db: Queryable,
  advisorIds: readonly number[],
): Promise<Map<number, TextingAccount>> {
  const rows = await textingAccounts(db, [advisorIds])
  return new Map(
    rows.map(row => [
      row.advisor_id,
      {
        advisorId: row.advisor_id,
        advisorName: row.advisor_name,
        firmName: row.firm_name,
        isActive: row.active,
        timeZone: row.time_zone,
        policyVersion: row.version ?? 0,
        isConsentRequired: row.exception ?? row.consent_required ?? defaultPolicy.isConsentRequired,
        consentRequestText: row.consent_request_text,
        helpText: row.help_text ?? defaultPolicy.helpText,
        stopConfirmationText: row.stop_confirmation_text ?? defaultPolicy.stopConfirmationText,
        number: row.number,
      },
    ]),
  )
}
