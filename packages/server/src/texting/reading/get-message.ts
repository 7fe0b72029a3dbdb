import type { Author } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type TextRow, textById } from './queries.ts'
import { recordReading } from './record-reading.ts'

interface Wanted {
  readonly messageId: number
  /** Whether the words may be shown, and replies at all. */
  readonly mayReadTexts: boolean
}

type FoundMessage = Omit<TextRow, 'text'> & {
  readonly memberId: number
  readonly phone: string
  readonly text: string | undefined
}

/** Delivery status of a text on this advisor's account; its words for those who may read them. */
export async function getMessage(
  database: Database,
  author: Author,
  { messageId, mayReadTexts }: Wanted,
): Promise<FoundMessage> {
  const [message] = await textById(database, [author.advisorId, messageId])
  if (!message || !(mayReadTexts || message.direction === 'out'))
    throw new Problem('not_found', 'There is no such text on this advisor’s account.')
  if (!mayReadTexts) return { ...message, text: undefined }
  await inTransaction(database, tx =>
    recordReading(tx, author, { memberId: message.memberId, messageIds: [messageId] }),
  )
  return message
}
