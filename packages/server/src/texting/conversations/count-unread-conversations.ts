import type { Queryable } from '../../platform/db/pool.ts'
import { countUnread } from './note-queries.ts'

export async function countUnreadConversations(db: Queryable, advisorId: number): Promise<number> {
  const [unread] = await countUnread(db, [advisorId])
  return unread?.conversations ?? 0
}
