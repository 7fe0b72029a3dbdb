import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { noConversation } from './errors.ts'
import { hasMember, lockConversation, setRead } from './note-queries.ts'

interface Reading {
  readonly advisorId: number
  readonly memberId: number
  /** The last text the advisor has seen. */
  readonly upToMessageId: number
}

/** Marks texts as read and returns how many replies have arrived since. */
export async function markRead(
  database: Database,
  { advisorId, memberId, upToMessageId }: Reading,
): Promise<number> {
  return inTransaction(database, async tx => {
    const [known] = await hasMember(tx, [advisorId, memberId])
    if (!known) throw noConversation()
    // Two statements: only the second sees a reply that the first waited for.
    await lockConversation(tx, [advisorId, memberId])
    const [read] = await setRead(tx, [advisorId, memberId, upToMessageId])
    return read?.unreadCount ?? 0
  })
}
