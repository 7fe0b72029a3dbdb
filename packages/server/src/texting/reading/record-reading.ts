import * as journal from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'

interface Reading {
  readonly memberId: number
  /** Ids of the texts read, at least one. */
  readonly messageIds: readonly number[]
}

/** Records in the reading's own transaction that an application got these texts, so none leaves unrecorded. */
export const recordReading = (
  tx: Tx,
  { advisorId, actor, traceId }: journal.Author,
  { memberId, messageIds }: Reading,
): Promise<void> =>
  journal.recordAct(tx, {
    owner: { advisorId },
    actor,
    traceId,
    kind: 'conversation.read',
    subject: { kind: 'member', id: memberId },
    facts: {
      texts: messageIds.length,
      firstMessageId: Math.min(...messageIds),
      lastMessageId: Math.max(...messageIds),
    },
  })
