import type { Queryable } from '../../db/pool.ts'
import { type SendingAccount, sendingAccountOf } from './find-sending-accounts.ts'
import { defaultPolicy } from './policy-texts.ts'
import { textingAccounts } from './queries.ts'
import type { TextingPolicy } from './records.ts'

/** Everything that decides how an advisor texts. Texts are templates; renderText puts the names in. */
export interface TextingAccount extends SendingAccount, TextingPolicy {
  readonly advisorName: string
  readonly firmName: string
}

/** By advisor id; an id that nobody has is not in the map. */
export async function findTextingAccounts(
  db: Queryable,
  advisorIds: readonly number[],
): Promise<Map<number, TextingAccount>> {
  const rows = await textingAccounts(db, [advisorIds])
  return new Map(
    rows.map(row => [
      row.advisor_id,
      {
        ...sendingAccountOf(row),
        advisorName: row.advisor_name,
        firmName: row.firm_name,
        consentRequestText: row.consent_request_text,
        helpText: row.help_text ?? defaultPolicy.helpText,
        stopConfirmationText: row.stop_confirmation_text ?? defaultPolicy.stopConfirmationText,
      },
    ]),
  )
}

/** Of one advisor, who is there: the guard has just said so. */
export async function requireTextingAccount(db: Queryable, advisorId: number): Promise<TextingAccount> {
  const account = (await findTextingAccounts(db, [advisorId])).get(advisorId)
  if (!account) throw new Error('a caller’s advisor is not there')
  return account
}
