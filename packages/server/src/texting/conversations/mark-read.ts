import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { noConversation } from './errors.ts'
import { hasMember, lockConversation, setRead } from './note-queries.ts'

interface Reading {
  readonly advisorId: number
  readonly memberId: number
  /** The last text that was seen. */
  readonly upToMessageId: number
}

/** Notes what was read, and answers how many replies have come since. */
export async function markRead(
  database: Database,
  { advisorId, memberId, upToMessageId }: Reading,
): Promise<number> {
  return inTransaction(database, async tx => {
    const [known] = await hasMember(tx, [advisorId, memberId])
    if (!known) throw noConversation()
    // Two statements: only the second sees a reply that the first has waited for.
    await lockConversation(tx, [advisorId, memberId])
    const [read] = await setRead(tx, [advisorId, memberId, upToMessageId])
    return read?.unreadCount ?? 0
  })
}
