import { statement } from '../../platform/db/statement.ts'
import type { TextStatus } from '../conversations/list-queries.ts'
import type { StoredReason } from '../sending/delivery-failure.ts'
import type { MessageKind } from '../sending/queries.ts'

export interface TextRow extends StoredReason {
  readonly messageId: number
  readonly direction: 'out' | 'in'
  readonly kind: MessageKind
  readonly text: string
  readonly status: TextStatus
  readonly createdAt: Date
  readonly updatedAt: Date
}

const columns = `id as "messageId", direction, kind, text, status, reason, carrier_reason as "carrierReason",
  created_at as "createdAt", updated_at as "updatedAt"`

type TextPage = [advisorId: number, memberId: number, bound: number, limit: number]

/** Newest first. */
export const textsBefore = statement<TextRow, TextPage>(
  'texts_before',
  `select ${columns} from message_status where advisor_id = $1 and member_id = $2 and id < $3
   order by id desc limit $4`,
)

/** Oldest first. */
export const textsAfter = statement<TextRow, TextPage>(
  'texts_after',
  `select ${columns} from message_status where advisor_id = $1 and member_id = $2 and id > $3
   order by id limit $4`,
)

export const textById = statement<
  TextRow & { readonly memberId: number; readonly phone: string },
  [advisorId: number, messageId: number]
>(
  'text_by_id',
  `select ${columns}, member_id as "memberId", phone from message_status where advisor_id = $1 and id = $2`,
)
