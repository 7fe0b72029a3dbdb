import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { consentException, deleteConsentException, lockAdvisor, upsertConsentException } from './queries.ts'
import { type ConsentRule, consentRuleOf } from './records.ts'

interface ExceptionChange {
  readonly advisorId: number
  readonly operator: string
  readonly consent: ConsentRule
}

/** Sets whether one advisor needs consent regardless of the firm's rule. Returns whether this changed anything. */
export async function changeConsentException(
  database: Database,
  { advisorId, operator, consent }: ExceptionChange,
): Promise<boolean> {
  return inTransaction(database, async tx => {
    const [advisor] = await lockAdvisor(tx, [advisorId])
    if (!advisor) throw new Problem('not_found', `There is no advisor with the id ${advisorId}.`)
    const [exception] = await consentException(tx, [advisorId])
    const before = consentRuleOf(exception)
    if (before === consent) return false
    const changedAt = await write(tx, advisorId, consent)
    const entry = {
      kind: 'texting.changed' as const,
      at: changedAt.toISOString(),
      actor: { kind: 'operator' as const, name: operator },
      traceId: null,
      subject: { kind: 'advisor', id: advisorId },
      facts: { before: { consent: before }, after: { consent } },
    }
    await journal.append(tx, [
      { advisorId, ...entry },
      { firmId: advisor.firmId, ...entry },
    ])
    return true
  })
}

async function write(tx: Tx, advisorId: number, consent: ConsentRule): Promise<Date> {
  const written =
    consent === 'as-firm'
      ? await deleteConsentException(tx, [advisorId])
      : await upsertConsentException(tx, [advisorId, consent === 'required'])
  return firstRow(written, 'the locked consent exception').changedAt
}
