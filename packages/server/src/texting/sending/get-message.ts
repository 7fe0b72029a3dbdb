import type { Queryable } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { type MessageRow, messageStatus } from './queries.ts'

/** How far a text that was sent on this advisor's account has come. */
export async function getMessage(db: Queryable, advisorId: number, messageId: number): Promise<MessageRow> {
  const [message] = await messageStatus(db, [advisorId, messageId])
  if (!message) throw new Problem('not_found', 'There is no such text on this advisor’s account.')
  return message
}
