import { statement } from '../../db/statement.ts'

/** Whoever has the number, or had it last: a STOP to a number that was given up still counts. */
export const advisorByNumber = statement<{ readonly advisorId: number }, [number: string]>(
  'advisor_by_texting_number',
  `select advisor_id as "advisorId" from texting_number where number = $1
   order by active desc, created_at desc, advisor_id limit 1`,
)

/** Answers nothing where the carrier has delivered it before. */
export const insertInbound = statement<
  { readonly carrier: string },
  [
    carrier: string,
    carrierMessageId: string,
    advisorId: number | null,
    messageId: number | null,
    stray: string | null,
  ]
>(
  'insert_inbound',
  `insert into inbound_text (carrier, carrier_message_id, advisor_id, message_id, stray)
   values ($1, $2, $3, $4, $5) on conflict (carrier, carrier_message_id) do nothing returning carrier`,
)

export const insertReceivedMessage = statement<
  object,
  [
    advisorId: number,
    messageId: number,
    memberId: number,
    number: string,
    phone: string,
    text: string,
    consentVersion: number,
    at: Date,
  ]
>(
  'insert_received_message',
  `insert into message (
     advisor_id, id, member_id, direction, kind, number, phone, text, status, consent_version, created_at, updated_at
   ) values ($1, $2, $3, 'in', 'text', $4, $5, $6, 'received', $7, $8, $8)`,
)

/** Texts to this member that a carrier may be taking at this moment. */
export const textsInFlight = statement<{ readonly messageId: number }, [advisorId: number, memberId: number]>(
  'texts_in_flight',
  `select message_id as "messageId" from outbox
   where advisor_id = $1 and member_id = $2 and lease_until is not null order by message_id`,
)

export interface MatchedReceipt {
  readonly carrierMessageId: string
  readonly status: 'enroute' | 'delivered' | 'undelivered' | 'failed'
  readonly reason: string | null
  readonly carrierTime: Date
  readonly advisorId: number
  readonly messageId: number
}

/** Keeps each receipt once and answers those that are new and whose text is known. */
export const insertReceipts = statement<
  MatchedReceipt,
  [
    carrier: string,
    carrierMessageIds: readonly string[],
    statuses: readonly string[],
    reasons: readonly (string | null)[],
    times: readonly Date[],
  ]
>(
  'insert_receipts',
  `with kept as (
     insert into receipt (carrier, carrier_message_id, status, reason, carrier_time, advisor_id, message_id)
     select $1, given.carrier_message_id, given.status, given.reason, given.at, known.advisor_id, known.message_id
     from (
       select distinct on (carrier_message_id, status) *
       from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[])
         as given (carrier_message_id, status, reason, at)
       order by carrier_message_id, status, at
     ) as given
     left join carrier_message as known
       on known.carrier = $1 and known.carrier_message_id = given.carrier_message_id
     on conflict (carrier, carrier_message_id, status) do nothing
     returning carrier_message_id, status, reason, carrier_time, advisor_id, message_id
   )
   select carrier_message_id as "carrierMessageId", status, reason, carrier_time as "carrierTime",
     advisor_id as "advisorId", message_id as "messageId"
   from kept where message_id is not null`,
)

const matchParked = `
  update receipt set advisor_id = known.advisor_id, message_id = known.message_id
  from carrier_message as known
  where receipt.message_id is null
    and known.carrier = receipt.carrier and known.carrier_message_id = receipt.carrier_message_id`

const matchedColumns = `
  returning receipt.carrier_message_id as "carrierMessageId", receipt.status, receipt.reason,
    receipt.carrier_time as "carrierTime", receipt.advisor_id as "advisorId", receipt.message_id as "messageId"`

/** Receipts that came before the answer that names their text. */
export const matchReceiptsOf = statement<
  MatchedReceipt,
  [carrier: string, carrierMessageIds: readonly string[]]
>(
  'match_receipts_of',
  `${matchParked} and receipt.carrier = $1 and receipt.carrier_message_id = any($2::text[]) ${matchedColumns}`,
)

/** The same for all, where receipt and answer were written at the same moment and neither saw the other. */
export const matchAllReceipts = statement<MatchedReceipt & { readonly carrier: string }, [carrier: string]>(
  'match_all_receipts',
  `${matchParked} and receipt.carrier = $1 ${matchedColumns}`,
)

export interface ClimbedMessage {
  readonly advisorId: number
  readonly messageId: number
  readonly memberId: number
  readonly number: string
  readonly phone: string
  readonly status: string
  readonly updatedAt: Date
}

const statuses = `array['accepted', 'unconfirmed', 'submitted', 'failed', 'undelivered', 'delivered']`

/** Sets statuses that are higher than what a message has, and answers those. Locks in key order. */
export const climbStatuses = statement<
  ClimbedMessage,
  [
    advisorIds: readonly number[],
    messageIds: readonly number[],
    statuses: readonly string[],
    reasons: readonly (string | null)[],
  ]
>(
  'climb_statuses',
  `with given as (
     select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) as given (advisor_id, id, status, reason)
   ), locked as materialized (
     select message.advisor_id, message.id, message.status, given.status as next_status, given.reason
     from given join message on message.advisor_id = given.advisor_id and message.id = given.id
     order by message.advisor_id, message.id
     for no key update of message
   )
   update message set status = locked.next_status, reason = locked.reason,
     updated_at = greatest(message.updated_at, statement_timestamp())
   from locked
   where message.advisor_id = locked.advisor_id and message.id = locked.id
     and array_position(${statuses}, locked.next_status) > array_position(${statuses}, message.status)
   returning message.advisor_id as "advisorId", message.id as "messageId", message.member_id as "memberId",
     message.number, message.phone, message.status, message.updated_at as "updatedAt"`,
)

/** What was doubtful is so no more. */
export const settleDeadLetters = statement<
  object,
  [advisorIds: readonly number[], messageIds: readonly number[]]
>(
  'settle_dead_letters',
  `update dead_letter set settled_at = statement_timestamp()
   from unnest($1::bigint[], $2::bigint[]) as settled (advisor_id, message_id)
   where dead_letter.advisor_id = settled.advisor_id and dead_letter.message_id = settled.message_id
     and dead_letter.ending = 'unconfirmed' and dead_letter.settled_at is null`,
)
