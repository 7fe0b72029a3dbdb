import type { CarrierReason } from '../../carriers/index.ts'
import { statement } from '../../platform/db/statement.ts'

export interface MatchedReceipt {
  readonly carrierMessageId: string
  readonly status: 'enroute' | 'delivered' | 'undelivered' | 'failed'
  readonly reason: CarrierReason | null
  /** In the carrier's own terms. */
  readonly carrierReason: string | null
  readonly carrierTime: Date
  readonly advisorId: number
  readonly messageId: number
  /** Number of parts the text was sent in. */
  readonly parts: number
}

/** Stores each receipt once and returns the new ones whose text is known. */
export const insertReceipts = statement<
  MatchedReceipt,
  [
    carrier: string,
    carrierMessageIds: readonly string[],
    statuses: readonly string[],
    reasons: readonly (CarrierReason | null)[],
    carrierReasons: readonly (string | null)[],
    times: readonly Date[],
    abouts: readonly (string | null)[],
  ]
>(
  'insert_receipts',
  `with told as materialized (
     select given.*, known.advisor_id, known.message_id, known.parts
     from (
       select distinct on (carrier_message_id, status) *
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::jsonb[])
         as given (carrier_message_id, status, reason, carrier_reason, at, about)
       order by carrier_message_id, status, at
     ) as given
     -- Forces one index step per receipt: the planner would otherwise read everything the carrier ever took.
     left join lateral (
       select advisor_id, message_id, parts from carrier_message
       where carrier = $1 and carrier_message_id = given.carrier_message_id limit 1
     ) as known on true
   ), kept as (
     insert into receipt (
       carrier, carrier_message_id, status, reason, carrier_reason, carrier_time, advisor_id, message_id, about
     )
     select $1, carrier_message_id, status, reason, carrier_reason, at, advisor_id, message_id,
       case when message_id is null then about end
     from told
     on conflict (carrier, carrier_message_id, status) do nothing
     returning carrier_message_id, status
   )
   select carrier_message_id as "carrierMessageId", status, reason, carrier_reason as "carrierReason", at as "carrierTime",
     advisor_id as "advisorId", message_id as "messageId", parts
   from kept join told using (carrier_message_id, status) where message_id is not null`,
)

const matchedColumns = `
  returning receipt.carrier_message_id as "carrierMessageId", receipt.status, receipt.reason,
    receipt.carrier_reason as "carrierReason", receipt.carrier_time as "carrierTime", receipt.advisor_id as "advisorId", receipt.message_id as "messageId",
    known.parts`

/**
 * Written to avoid the index of unmatched receipts: the planner assumes it is nearly empty and scans it for each row.
 */
const isStillParked = 'coalesce(receipt.message_id, 0) = 0'

/**
 * Receipts that arrived before the response that names their text. One index step per id, as above, if any are waiting.
 */
export const matchReceiptsOf = statement<
  MatchedReceipt,
  [carrier: string, carrierMessageIds: readonly string[]]
>(
  'match_receipts_of',
  `with known as materialized (
     select told.*, parked.place
     from unnest($2::text[]) as given (carrier_message_id)
     cross join lateral (
       select ctid as place from receipt
       where carrier = $1 and carrier_message_id = given.carrier_message_id offset 0
     ) as parked
     cross join lateral (
       select advisor_id, message_id, parts from carrier_message
       where carrier = $1 and carrier_message_id = given.carrier_message_id limit 1
     ) as told
     where exists (select from receipt where message_id is null)
     -- At most four statuses each; a limit the planner does not know, as in climb_statuses.
     limit 4 * cardinality($2::text[])
   )
   update receipt set advisor_id = known.advisor_id, message_id = known.message_id
   from known where receipt.ctid = known.place and ${isStillParked} ${matchedColumns}`,
)

/** Written to avoid the index of all receipts: unmatched ones are few and have their own. */
const isParked = (row: string): string => `${row}.message_id is null and ${row}.carrier || '' = $1`

/** The same for all unmatched receipts: if receipt and response were written concurrently, neither saw the other. */
export const matchAllReceipts = statement<MatchedReceipt & { readonly carrier: string }, [carrier: string]>(
  'match_all_receipts',
  `update receipt set advisor_id = known.advisor_id, message_id = known.message_id
   from receipt as parked
   cross join lateral (
     select advisor_id, message_id, parts from carrier_message
     where carrier = $1 and carrier_message_id = parked.carrier_message_id limit 1
   ) as known
   where ${isParked('parked')} and receipt.ctid = parked.ctid and ${isStillParked} ${matchedColumns}`,
)

/** An unconfirmed text and a receipt that may belong to it. */
interface PossibleReceipt {
  readonly carrierMessageId: string
  readonly shortReference: number
  readonly advisorId: number
  readonly messageId: number
}

/**
 * Starts from the texts, which are few. The receipt must be between the same two numbers, no older than the text, and
 * parked long enough that its own text would by now be known by its id or be unconfirmed too.
 */
export const possibleReceipts = statement<PossibleReceipt, [carrier: string, quietMs: number]>(
  'possible_receipts',
  `select distinct receipt.carrier_message_id as "carrierMessageId",
     (receipt.about->>'shortReference')::integer as "shortReference",
     message.advisor_id as "advisorId", message.id as "messageId"
   from dead_letter
   join message on message.advisor_id = dead_letter.advisor_id and message.id = dead_letter.message_id
   join receipt on ${isParked('receipt')}
     and receipt.about->>'number' = message.number and receipt.about->>'phone' = message.phone
     and receipt.received_at >= message.created_at
     and receipt.received_at < now() - make_interval(secs => $2::float8 / 1000)
   where dead_letter.settled_at is null and dead_letter.ending = 'unconfirmed' and message.status = 'unconfirmed'`,
)

/** Stores the carrier's id for a text whose response was lost. */
export const nameText = statement<
  object,
  [
    carrier: string,
    carrierMessageIds: readonly string[],
    advisorIds: readonly number[],
    messageIds: readonly number[],
  ]
>(
  'name_text',
  `insert into carrier_message (carrier, carrier_message_id, advisor_id, message_id)
   select $1, * from unnest($2::text[], $3::bigint[], $4::bigint[])
   on conflict (carrier, carrier_message_id) do nothing`,
)

/**
 * Locks texts sent in parts. Two concurrent receipts for one text see each other's row only if one waits for the other.
 */
export const lockTextsInParts = statement<
  object,
  [advisorIds: readonly number[], messageIds: readonly number[]]
>(
  'lock_texts_in_parts',
  `select from message join unnest($1::bigint[], $2::bigint[]) as given (advisor_id, id)
     on message.advisor_id = given.advisor_id and message.id = given.id
   order by message.advisor_id, message.id for no key update of message`,
)

/** All receipts for the parts of these texts. */
export const receiptsOfParts = statement<
  MatchedReceipt,
  [carrier: string, advisorIds: readonly number[], messageIds: readonly number[]]
>(
  'receipts_of_parts',
  `select receipt.carrier_message_id as "carrierMessageId", receipt.status, receipt.reason,
     receipt.carrier_reason as "carrierReason", receipt.carrier_time as "carrierTime", known.advisor_id as "advisorId", known.message_id as "messageId", known.parts
   from unnest($2::bigint[], $3::bigint[]) as given (advisor_id, message_id)
   join carrier_message as known
     on known.advisor_id = given.advisor_id and known.message_id = given.message_id and known.parts > 1
   join receipt on receipt.carrier = $1 and receipt.carrier_message_id = known.carrier_message_id
   where known.carrier = $1`,
)

export const phonesOfTexts = statement<
  { readonly advisorId: number; readonly messageId: number; readonly phone: string },
  [advisorIds: readonly number[], messageIds: readonly number[]]
>(
  'phones_of_texts',
  `select message.advisor_id as "advisorId", message.id as "messageId", message.phone
   from unnest($1::bigint[], $2::bigint[]) as given (advisor_id, id)
   join message on message.advisor_id = given.advisor_id and message.id = given.id`,
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

/**
 * Raises message statuses and returns those that changed. Uses index plans (planByIndex), so the rows are locked in key
 * order. The limit is one that the planner does not know: it expects a single row and never scans the list for every message, as
 * it did (308 instead of 27 µs a text) if the messages were few when it planned.
 */
export const climbStatuses = statement<
  ClimbedMessage,
  [
    advisorIds: readonly number[],
    messageIds: readonly number[],
    statuses: readonly string[],
    reasons: readonly (CarrierReason | null)[],
    carrierReasons: readonly (string | null)[],
  ]
>(
  'climb_statuses',
  `with given as materialized (
     select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[])
       as given (advisor_id, id, status, reason, carrier_reason)
     order by advisor_id, id limit cardinality($2::bigint[])
   )
   update message set status = given.status, reason = given.reason, carrier_reason = given.carrier_reason,
     updated_at = greatest(message.updated_at, statement_timestamp())
   from given
   where message.advisor_id = given.advisor_id and message.id = given.id
     and array_position(${statuses}, given.status) > array_position(${statuses}, message.status)
   returning message.advisor_id as "advisorId", message.id as "messageId", message.member_id as "memberId",
     message.number, message.phone, message.status, message.updated_at as "updatedAt"`,
)

/** Closes dead letters whose outcome is now known. */
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
