import { inTransaction } from '../../db/in-transaction.ts'
import type { Database, Tx } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import * as journal from '../../journal/index.ts'
import { consentException, deleteConsentException, lockAdvisor, upsertConsentException } from './queries.ts'
import { type ConsentRule, consentRuleOf } from './records.ts'

interface ExceptionChange {
  readonly advisorId: number
  readonly operator: string
  readonly consent: ConsentRule
}

/** Says whether one advisor needs consent, whatever the firm says, and answers whether that is new. */
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
    await journal.append(tx, [
      {
        kind: 'texting.changed',
        advisorId,
        at: changedAt.toISOString(),
        actor: { kind: 'operator', name: operator },
        traceId: null,
        subject: { kind: 'advisor', id: advisorId },
        facts: { before: { consent: before }, after: { consent } },
      },
    ])
    return true
  })
}

async function write(tx: Tx, advisorId: number, consent: ConsentRule): Promise<Date> {
  const [written] =
    consent === 'as-firm'
      ? await deleteConsentException(tx, [advisorId])
      : await upsertConsentException(tx, [advisorId, consent === 'required'])
  if (!written) throw new Error('a locked exception is gone')
  return written.changed_at
}
