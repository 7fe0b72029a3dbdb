import type { Queryable } from '../../platform/db/pool.ts'
import { required } from '../../platform/db/rows.ts'
import { type SendingAccount, sendingAccountOf } from './find-sending-accounts.ts'
import { defaultPolicy } from './policy-texts.ts'
import { textingAccounts } from './queries.ts'
import type { TextingPolicy } from './records.ts'

/** Everything that decides how an advisor texts. Texts are templates; renderText fills in the names. */
export interface TextingAccount extends SendingAccount, TextingPolicy {
  readonly advisorName: string
  readonly firmName: string
}

/** Keyed by advisor id; unknown ids are not in the map. */
export async function findTextingAccounts(
  db: Queryable,
  advisorIds: readonly number[],
): Promise<Map<number, TextingAccount>> {
  const rows = await textingAccounts(db, [advisorIds])
  return new Map(
    rows.map(row => [
      row.advisorId,
      {
        ...sendingAccountOf(row),
        advisorName: row.advisorName,
        firmName: row.firmName,
        consentRequestText: row.consentRequestText,
        helpText: row.helpText ?? defaultPolicy.helpText,
        stopConfirmationText: row.stopConfirmationText ?? defaultPolicy.stopConfirmationText,
        optInConfirmationText: row.optInConfirmationText ?? defaultPolicy.optInConfirmationText,
        askAgainAfterHours: row.askAgainAfterHours ?? defaultPolicy.askAgainAfterHours,
        askAgainAfterNoDays: row.askAgainAfterNoDays ?? defaultPolicy.askAgainAfterNoDays,
        declinesMost: row.declinesMost ?? defaultPolicy.declinesMost,
      },
    ]),
  )
}

/** For one advisor who is known to exist: the guard has just checked. */
export async function requireTextingAccount(db: Queryable, advisorId: number): Promise<TextingAccount> {
  return required((await findTextingAccounts(db, [advisorId])).get(advisorId), 'the caller’s advisor')
}
