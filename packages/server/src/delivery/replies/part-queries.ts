import { statement } from '../../platform/db/statement.ts'

/** Identifies a text by how the carrier groups its parts. */
type TextKey = [
  advisorId: number,
  memberId: number,
  number: string,
  carrier: string,
  reference: string,
  count: number,
]

const isOfText = `advisor_id = $1 and member_id = $2 and number = $3 and carrier = $4 and reference = $5 and count = $6`

export interface PartRow {
  readonly part: number
  readonly carrierMessageId: string
  /** UTF-16, little endian. */
  readonly words: Buffer
  readonly sentAt: Date
}

/** The caller holds the member's lock. */
export const partsOfText = statement<PartRow, TextKey>(
  'parts_of_text',
  `select part, carrier_message_id as "carrierMessageId", words, sent_at as "sentAt"
   from inbound_part where ${isOfText} order by part`,
)

export const insertPart = statement<
  object,
  [...TextKey, part: number, carrierMessageId: string, words: Buffer, sentAt: Date]
>(
  'insert_part',
  `insert into inbound_part
     (advisor_id, member_id, number, carrier, reference, count, part, carrier_message_id, words, sent_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)

export const deleteParts = statement<object, TextKey>(
  'delete_parts',
  `delete from inbound_part where ${isOfText}`,
)

/** Links the parts to the message they became. */
export const nameMessageOfParts = statement<
  object,
  [carrier: string, carrierMessageIds: readonly string[], messageId: number]
>(
  'name_message_of_parts',
  `update inbound_text set message_id = $3, is_part = false
   where carrier = $1 and carrier_message_id = any($2::text[]) and is_part`,
)

export interface WaitingText {
  readonly advisorId: number
  readonly memberId: number
  readonly phone: string
  readonly number: string
  readonly reference: string
  readonly count: number
  readonly waitingMs: number
  readonly words: readonly Buffer[]
}

/** Texts with a part that has waited this long for the others. One carrier, all advisors. */
export const waitingTexts = statement<WaitingText, [carrier: string, waitedMs: number, limit: number]>(
  'waiting_texts',
  `select inbound_part.advisor_id as "advisorId", inbound_part.member_id as "memberId", member.phone,
     inbound_part.number, inbound_part.reference, inbound_part.count,
     max(extract(epoch from now() - inbound_part.received_at)::float8 * 1000) as "waitingMs",
     array_agg(inbound_part.words order by inbound_part.part) as words
   from inbound_part
   join member on member.advisor_id = inbound_part.advisor_id and member.id = inbound_part.member_id
   where inbound_part.carrier = $1 and inbound_part.received_at < now() - make_interval(secs => $2::float8 / 1000)
   group by 1, 2, 3, 4, 5, 6
   order by "waitingMs" desc limit $3`,
)
