import type { Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type DeliveryFailure, deliveryFailureOf } from './delivery-failure.ts'
import { type MessageRow, messageStatus } from './queries.ts'

/** Delivery status of a text sent on this advisor's account. */
export async function getMessage(
  db: Queryable,
  advisorId: number,
  messageId: number,
): Promise<{ readonly message: MessageRow; readonly failure: DeliveryFailure | undefined }> {
  const [message] = await messageStatus(db, [advisorId, messageId])
  if (!message) throw new Problem('not_found', 'There is no such text on this advisor’s account.')
  return { message, failure: deliveryFailureOf(message) }
}
