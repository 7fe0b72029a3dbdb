import type { CarrierReason } from '../../carriers/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { stateOf } from '../state.ts'

export interface MatchedReceipt {
  readonly carrierMessageId: string
  readonly status: 'enroute' | 'delivered' | 'undelivered' | 'failed'
  readonly reason: CarrierReason | null
  /** In the carrier's own terms. */
  readonly carrierReason: string | null
  readonly carrierTime: Date
  readonly advisorId: number
  readonly memberId: number
  readonly messageId: number
  /** Zero, or the number of the part of a long text. */
  readonly part: number
  /** Number of parts the text was sent in. */
  readonly parts: number
  /** Submitted by an earlier version: it may have no delivery yet. */
  readonly isFormer: boolean
}

/**
 * The text that the carrier knows by this id: the newest, because a carrier may use an id again. One index step per week, newest
 * first, until it is found.
 */
const textOf = (id: string): string => `(
  (
    select advisor_id, member_id, message_id, part, parts, false as is_former from carrier_message
    where carrier = $1 and carrier_message_id = ${id} and created_at < now() + interval '1 day'
    order by created_at desc limit 1
  )
  union all
  (
    select advisor_id, (
        select member_id from message where message.advisor_id = former.advisor_id and message.id = former.message_id
      ), message_id, case when parts = 1 then 0 else (
        select count(*) from former_carrier_message as earlier
        where earlier.advisor_id = former.advisor_id and earlier.message_id = former.message_id and earlier.parts > 1
          and (earlier.carrier, earlier.carrier_message_id) <= (former.carrier, former.carrier_message_id)
      ) end::smallint, parts, true
    from former_carrier_message as former where carrier = $1 and carrier_message_id = ${id}
  )
  limit 1
)`

/** Returns the receipts whose text is known, and keeps the others until it is. */
export const matchReceipts = statement<
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
  'match_receipts',
  `with told as materialized (
     select given.*, known.*
     from (
       select distinct on (carrier_message_id, status) *
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::jsonb[])
         as given (carrier_message_id, status, reason, carrier_reason, at, about)
       order by carrier_message_id, status, at
     ) as given
     left join lateral ${textOf('given.carrier_message_id')} as known on true
   ), parked as (
     insert into receipt (carrier, carrier_message_id, status, reason, carrier_reason, carrier_time, about)
     select $1, carrier_message_id, status, reason, carrier_reason, at, about from told where message_id is null
     on conflict (carrier, carrier_message_id, status) do nothing
   )
   select carrier_message_id as "carrierMessageId", status, reason, carrier_reason as "carrierReason", at as "carrierTime",
     advisor_id as "advisorId", member_id as "memberId", message_id as "messageId", part, parts, is_former as "isFormer"
   from told where message_id is not null`,
)

const matchedColumns = `
  returning receipt.carrier_message_id as "carrierMessageId", receipt.status, receipt.reason,
    receipt.carrier_reason as "carrierReason", receipt.carrier_time as "carrierTime", known.advisor_id as "advisorId",
    known.member_id as "memberId", known.message_id as "messageId", known.part, known.parts, known.is_former as "isFormer"`

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
     cross join lateral ${textOf('given.carrier_message_id')} as told
     where exists (select from receipt where message_id is null)
     -- At most four statuses each; a limit the planner does not know, as in raise_deliveries.
     limit 4 * cardinality($2::text[])
   )
   delete from receipt using known where receipt.ctid = known.place and ${isStillParked} ${matchedColumns}`,
)

/** Written to avoid the index of all receipts: unmatched ones are few and have their own. */
const isParked = (row: string): string => `${row}.message_id is null and ${row}.carrier || '' = $1`

/** The same for all unmatched receipts: if receipt and response were written concurrently, neither saw the other. */
export const matchAllReceipts = statement<MatchedReceipt, [carrier: string]>(
  'match_all_receipts',
  `delete from receipt
   using receipt as parked cross join lateral ${textOf('parked.carrier_message_id')} as known
   where ${isParked('parked')} and receipt.ctid = parked.ctid and ${isStillParked} ${matchedColumns}`,
)

/** An unconfirmed text and a receipt that may belong to it. */
interface PossibleReceipt {
  readonly carrierMessageId: string
  readonly shortReference: number
  readonly advisorId: number
  readonly memberId: number
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
     message.advisor_id as "advisorId", message.member_id as "memberId", message.id as "messageId"
   from dead_letter
   join delivery on delivery.advisor_id = dead_letter.advisor_id and delivery.message_id = dead_letter.message_id
     and delivery.part = 0 and delivery.state = ${stateOf.unconfirmed}
   join message on message.advisor_id = dead_letter.advisor_id and message.id = dead_letter.message_id
   join receipt on ${isParked('receipt')}
     and receipt.about->>'number' = message.number and receipt.about->>'phone' = message.phone
     and receipt.received_at >= message.created_at
     and receipt.received_at < now() - make_interval(secs => $2::float8 / 1000)
   where dead_letter.settled_at is null and dead_letter.ending = 'unconfirmed'`,
)

/** Stores the carrier's id for a text whose response was lost. */
export const nameText = statement<
  object,
  [
    carrier: string,
    carrierMessageIds: readonly string[],
    advisorIds: readonly number[],
    memberIds: readonly number[],
    messageIds: readonly number[],
  ]
>(
  'name_text',
  `insert into carrier_message (carrier, carrier_message_id, advisor_id, member_id, message_id)
   select $1, given.*
   from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
     as given (carrier_message_id, advisor_id, member_id, message_id)
   where not exists (select from ${textOf('given.carrier_message_id')} as known)`,
)
