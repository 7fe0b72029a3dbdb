import type { Author } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { farthest } from '../../platform/paging/cursor.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { noConversation } from '../conversations/errors.ts'
import { hasMember } from '../conversations/note-queries.ts'
import { type TextRow, textsAfter, textsBefore } from './queries.ts'
import { recordReading } from './record-reading.ts'

interface Wanted {
  readonly memberId: number
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly pageSize: number
}

interface FoundMessages {
  /** Oldest first. */
  readonly messages: readonly TextRow[]
  /** Whether more follow in the direction that was read. */
  readonly hasMore: boolean
}

/**
 * Texts and replies of one conversation. Message ids are taken under the lock of the member's row, so nothing appears later
 * with an id below one that was read.
 */
export async function readMessages(
  database: Database,
  author: Author,
  { memberId, before, after, pageSize }: Wanted,
): Promise<FoundMessages> {
  if (before !== undefined && after !== undefined)
    throw new Problem('invalid_request', 'Send before or after, not both.')
  const { advisorId } = author
  return inTransaction(database, async tx => {
    const [known] = await hasMember(tx, [advisorId, memberId])
    if (!known) throw noConversation()
    // One more row tells whether there is another page.
    const rows =
      after === undefined
        ? await textsBefore(tx, [advisorId, memberId, before ?? farthest, pageSize + 1])
        : await textsAfter(tx, [advisorId, memberId, after, pageSize + 1])
    const page = rows.slice(0, pageSize)
    // An empty page tells nothing, so waiting for a reply does not fill the journal.
    if (page.length > 0)
      await recordReading(tx, author, { memberId, messageIds: page.map(({ messageId }) => messageId) })
    return {
      messages: after === undefined ? page.toReversed() : page,
      hasMore: rows.length > pageSize,
    }
  })
}
