import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import * as journal from '../../journal/index.ts'
import { messageEntry } from './message-entry.ts'
import { lockMemberOfMessage, returnToOutbox } from './operator-queries.ts'

/**
 * Puts a text that was given up back on its way, with all its attempts. Its status stays what it is, because a status
 * only climbs: a receipt will tell. One of unknown outcome is never sent again, since its recipient may have it.
 */
export async function retryText(database: Database, messageId: number, operator: string): Promise<void> {
  await inTransaction(database, async tx => {
    const [letter] = await lockMemberOfMessage(tx, [messageId])
    if (!letter?.isOpen) throw new Problem('not_found', `There is no open dead letter ${messageId}.`)
    if (letter.ending !== 'failed') throw new Problem('invalid_request', refusals[letter.ending] ?? '')
    // It was due within minutes: a confirmation that comes a day after the STOP is a text to somebody who has opted out.
    if (letter.isAnswer) throw new Problem('invalid_request', refusals['expired'] ?? '')
    const [text] = await returnToOutbox(tx, [messageId])
    if (!text) throw new Error('a locked dead letter is gone')
    await journal.append(tx, [
      messageEntry(
        'message.retried',
        { ...text, consentVersion: null },
        text.atMs,
        {},
        { kind: 'operator', name: operator },
      ),
    ])
  })
}

const refusals: Record<string, string> = {
  unconfirmed: 'The recipient may have this text already, so it is not sent again.',
  expired: 'This text is too late to be sent.',
}
