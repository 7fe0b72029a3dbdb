import type { Queryable } from '../../db/pool.ts'
import { consentExceptions } from './queries.ts'
import { type ConsentRule, consentRuleOf } from './records.ts'

interface ConsentException {
  readonly advisor: { readonly identifier: string; readonly name: string }
  readonly consent: ConsentRule
}

/** The advisors of a firm for whom its rule about consent does not hold. */
export async function listConsentExceptions(db: Queryable, firmId: number): Promise<ConsentException[]> {
  const rows = await consentExceptions(db, [firmId])
  return rows.map(row => ({
    advisor: { identifier: row.identifier, name: row.name },
    consent: consentRuleOf(row),
  }))
}
