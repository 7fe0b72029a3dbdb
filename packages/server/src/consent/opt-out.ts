import { phoneMistake } from '../identity/index.ts'
import type * as journal from '../journal/index.ts'
import { inTransaction } from '../platform/db/in-transaction.ts'
import type { Database } from '../platform/db/pool.ts'
import { type Idempotency, withoutIdempotency } from '../platform/idempotency/idempotency.ts'
import { runOnce } from '../platform/idempotency/run-once.ts'
import { Problem } from '../platform/problem/problem.ts'
import { transitionOf } from './consent.ts'
import { lockMember } from './lock-members.ts'
import { noteReply } from './queries.ts'
import { recordConsent } from './record-consent.ts'

interface OptOut {
  readonly phone: string
  /** How the recipient opted out, e.g. "phone call on Tuesday". */
  readonly note: string
}

export interface OptedOut {
  readonly memberId: number
  readonly outcome: 'opted_out' | 'was_opted_out'
}

/**
 * Records an opt-out that did not arrive as a text: people may revoke by any reasonable means. No text is sent, and
 * only the recipient's own START undoes it.
 */
export async function optOut(
  database: Database,
  author: journal.Author,
  { phone, note }: OptOut,
  idempotency: Idempotency = withoutIdempotency,
): Promise<OptedOut> {
  const mistake = phoneMistake(phone)
  if (mistake !== undefined) throw new Problem('invalid_request', mistake)
  if (note.trim() === '') throw new Problem('invalid_request', 'Say how the recipient opted out.')
  return inTransaction(database, tx =>
    runOnce(tx, idempotency, async () => {
      const member = await lockMember(tx, { advisorId: author.advisorId, phone })
      const { consent: state, hasAccepted, memberId } = member
      const transition = transitionOf({ state, hasAccepted }, 'stop')
      if (!transition) return { memberId, outcome: 'was_opted_out' as const }
      await recordConsent(tx, [{ author, member, transition, evidence: { note } }])
      // A START still in transit was sent before this opt-out, or we cannot tell, so it must not undo it.
      await noteReply(tx, [member.advisorId, member.memberId, member.at, null, false])
      return { memberId, outcome: 'opted_out' as const }
    }),
  )
}
