import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { phoneMistake } from '../../identity/index.ts'
import type * as journal from '../../journal/index.ts'
import { transitionOf } from './consent.ts'
import { lockMembers } from './lock-members.ts'
import { noteReply } from './queries.ts'
import { recordConsent } from './record-consent.ts'

interface OptOut {
  readonly phone: string
  /** How the recipient told it, such as a call on Tuesday. */
  readonly note: string
}

export type OptedOut = 'opted out' | 'was opted out already'

/**
 * Records an opt-out that did not come as a text: people may revoke by any reasonable means. No text is sent; only the
 * recipient's own START undoes it.
 */
export async function optOut(
  database: Database,
  author: journal.Author,
  { phone, note }: OptOut,
): Promise<OptedOut> {
  const mistake = phoneMistake(phone)
  if (mistake !== undefined) throw new Problem('invalid_request', mistake)
  if (note.trim() === '') throw new Problem('invalid_request', 'Say how the recipient opted out.')
  return inTransaction(database, async tx => {
    const [member] = await lockMembers(tx, [{ advisorId: author.advisorId, phone }])
    if (!member) throw new Error('a member that was made sure of is not there')
    const { consent: state, hasAccepted } = member
    const transition = transitionOf({ state, hasAccepted }, 'stop')
    if (!transition) return 'was opted out already'
    await recordConsent(tx, [{ author, member, transition, evidence: { note } }])
    // A START that is still on its way was sent before this, or that cannot be told.
    await noteReply(tx, [member.advisorId, member.memberId, member.at, null, false])
    return 'opted out'
  })
}
