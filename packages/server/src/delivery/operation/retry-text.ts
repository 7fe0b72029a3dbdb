import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { messageEntry } from '../dispatch/message-entry.ts'
import { lockMemberOfMessage, returnToOutbox } from './queries.ts'

interface Retry {
  readonly operator: string
  /** The operator knows that the recipient does not have it. */
  readonly isUnconfirmed?: boolean
}

/**
 * Requeues a text that was given up, with a fresh set of attempts. Its status stays, because a status only increases: a
 * receipt will update it. A text of unknown outcome is resent only if an operator says so, since the recipient may have it.
 */
export async function retryText(
  database: Database,
  messageId: number,
  { operator, isUnconfirmed = false }: Retry,
): Promise<void> {
  const ending = isUnconfirmed ? 'unconfirmed' : 'failed'
  await inTransaction(database, async tx => {
    const [letter] = await lockMemberOfMessage(tx, [messageId])
    if (!letter?.isOpen) throw new Problem('not_found', `There is no open dead letter ${messageId}.`)
    if (letter.ending !== ending) throw new Problem('invalid_request', refusals[letter.ending] ?? '')
    // It was due within minutes: a confirmation a day after the STOP would be a text to someone who has opted out.
    if (letter.isAnswer) throw new Problem('invalid_request', refusals['expired'] ?? '')
    const text = firstRow(await returnToOutbox(tx, [messageId, ending]), 'the locked dead letter')
    await journal.append(tx, [
      messageEntry(
        'message.retried',
        { ...text, consentVersion: null },
        text.atMs,
        isUnconfirmed ? { from: 'unconfirmed' } : {},
        { kind: 'operator', name: operator },
      ),
    ])
  })
}

const refusals: Record<string, string> = {
  failed: 'The carrier refused this text, so its outcome is known.',
  unconfirmed: 'The recipient may have this text already, so it is not sent again.',
  expired: 'This text is too late to be sent.',
}
