import type { Queryable } from '../../platform/db/pool.ts'
import { consentExceptions } from './queries.ts'
import { type ConsentRule, consentRuleOf } from './records.ts'

interface ConsentException {
  readonly advisor: { readonly identifier: string; readonly name: string }
  readonly consent: ConsentRule
}

/** The firm's advisors that are exempt from its consent rule. */
export async function listConsentExceptions(db: Queryable, firmId: number): Promise<ConsentException[]> {
  const rows = await consentExceptions(db, [firmId])
  return rows.map(row => ({
    advisor: { identifier: row.identifier, name: row.name },
    consent: consentRuleOf(row),
  }))
}
