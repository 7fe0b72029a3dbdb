import * as journal from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'

/** Records that sessions were ended by a person's decision, not by a sign-out or their age. */
export const recordEnd = (tx: Tx, author: journal.Author, sessions: number): Promise<void> =>
  journal.recordAct(tx, {
    owner: { advisorId: author.advisorId },
    actor: author.actor,
    traceId: author.traceId,
    kind: 'sessions.ended',
    subject: { kind: 'advisor', id: author.advisorId },
    facts: { sessions },
  })
