import type { Queryable } from '../platform/db/pool.ts'
import { isAsked } from './consent.ts'
import { decideAsk } from './decide-ask.ts'
import { requireTextingAccount } from './policy/find-texting-accounts.ts'
import type { ConsentRow } from './queries.ts'
import type { KnownConsent } from './shown-consent.ts'

/** Adds whether those who were asked may be asked again, by the rules of the advisor's firm. */
export async function withAskRefusals(
  db: Queryable,
  advisorId: number,
  rows: readonly ConsentRow[],
): Promise<KnownConsent[]> {
  const rules = rows.some(({ consent }) => isAsked(consent))
    ? await requireTextingAccount(db, advisorId)
    : undefined
  const now = new Date()
  return rows.map(row => ({
    ...row,
    askRefusal: rules && isAsked(row.consent) ? decideAsk(row, rules, now) : undefined,
  }))
}
