import { limits } from '@parley/contract'
import { requireTextingAccount, shownAsking } from '../../consent/index.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import type { Person } from '../people.ts'
import { findRecipients, type NamedRecipients } from './find-recipients.ts'
import { judgeNow, type Verdict } from './judge-now.ts'
import { type RecipientRow, recipientRows, selectedWithoutPhone } from './recipient-queries.ts'

interface Preview {
  readonly reach: string
  readonly total: number
  readonly sendable: number
  readonly refusals: readonly {
    readonly code: RefusedVerdict['code']
    readonly reason: string
    readonly count: number
  }[]
  readonly contacts: number
  readonly withoutPhone: number
  readonly peopleWithoutPhone: readonly Person[]
  readonly recipients: readonly PreviewedRecipient[]
}

type PreviewedRecipient = RecipientRow & ReturnType<typeof shownAsking> & { readonly verdict: Verdict }

type RefusedVerdict = Verdict & { readonly canSend: false }

/** Who would and would not get a text now, by the rules of a send. Takes no locks: the send decides again. */
export async function previewRecipients(
  db: Queryable,
  advisorId: number,
  named: NamedRecipients,
): Promise<Preview> {
  const { phones, selected, withoutPhone, reach } = await findRecipients(db, advisorId, named)
  const account = await requireTextingAccount(db, advisorId)
  const rows = await recipientRows(db, [advisorId, phones])
  const judged = rows.map(row => ({
    ...row,
    ...shownAsking(row, account),
    verdict: judgeNow(account, row),
  }))
  const refused = judged.filter(({ verdict }) => !verdict.canSend)
  const sendable = judged.filter(({ verdict }) => verdict.canSend)
  const byCode = Map.groupBy(
    refused.flatMap(({ verdict }) => (verdict.canSend ? [] : [verdict])),
    ({ code }) => code,
  )
  return {
    reach,
    total: judged.length,
    sendable: sendable.length,
    refusals: [...byCode]
      .map(([code, verdicts]) => ({ code, reason: verdicts[0]?.reason ?? code, count: verdicts.length }))
      .toSorted((one, other) => other.count - one.count),
    contacts: selected,
    withoutPhone,
    peopleWithoutPhone:
      withoutPhone === 0
        ? []
        : await selectedWithoutPhone(db, [
            advisorId,
            [...new Set(named.contactIds)],
            [...new Set(named.groupIds)],
            limits.recipientsShown,
          ]),
    recipients: [...refused, ...sendable].slice(0, limits.recipientsShown),
  }
}
