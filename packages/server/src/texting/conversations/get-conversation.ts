import type { Queryable } from '../../platform/db/pool.ts'
import { noConversation } from './errors.ts'
import { type ConversationRow, conversationRows } from './list-queries.ts'

/** One conversation, even if it has no messages yet. */
export async function getConversation(
  db: Queryable,
  advisorId: number,
  memberId: number,
): Promise<ConversationRow> {
  const [conversation] = await conversationRows(db, [advisorId, [memberId]])
  if (!conversation) throw noConversation()
  return conversation
}
