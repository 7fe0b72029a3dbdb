import type { Queryable } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import type { ConsentState } from './consent.ts'
import { consentByPhone, type LedgerRow, ledgerRows } from './queries.ts'

export interface ConsentHistory {
  readonly memberId: number
  readonly phone: string
  readonly state: ConsentState
  readonly lastChanged: Date
  readonly ledger: readonly LedgerRow[]
}

/** Where consent stands for a number, and everything that led there, with its evidence. Contact or not. */
export async function showConsent(db: Queryable, advisorId: number, phone: string): Promise<ConsentHistory> {
  const [found] = await consentByPhone(db, [advisorId, phone])
  if (!found) throw new Problem('not_found', `The advisor has never had to do with ${phone}.`)
  const { memberId, consent: state, lastChanged } = found
  return { memberId, phone, state, lastChanged, ledger: await ledgerRows(db, [advisorId, memberId]) }
}
