import { randomUUID } from 'node:crypto'
import * as journal from '../../journal/index.ts'
import { byIndex } from '../../platform/db/indexes/by-index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import { messageEntry } from '../dispatch/message-entry.ts'
import { recordEnded } from '../dispatch/record-queries.ts'
import { stateOf } from '../state.ts'
import { doubtTexts } from './queries.ts'

const batchTexts = 500

/**
 * Ends every text of the outbox as unconfirmed: each may have been sent after the moment to which the database was restored. Only
 * an operator can send them again. Returns how many.
 */
export async function quarantineTexts(database: Database, actor: journal.Actor): Promise<number> {
  let total = 0
  for (;;) {
    const ended = await byIndex(database, async tx => {
      const claimId = randomUUID()
      const texts = await doubtTexts(tx, [claimId, batchTexts])
      const rows = await recordEnded(tx, [
        claimId,
        ...columns(texts, 'advisorId', 'memberId', 'messageId'),
        texts.map(() => stateOf.unconfirmed),
        texts.map(() => 'no_answer' as const),
        texts.map(() => null),
        texts.map(() => 'unconfirmed' as const),
      ])
      const carriers = new Map(texts.map(({ messageId, carrier }) => [messageId, carrier]))
      await journal.append(
        tx,
        rows.map(row => {
          const carrier = carriers.get(row.messageId)
          const facts = { ...(carrier && { carrier }), cause: 'restored', reason: 'no_answer' }
          return messageEntry('message.unconfirmed', row, row.atMs, facts, actor)
        }),
      )
      return rows.length
    })
    total += ended
    if (ended === 0) return total
  }
}
