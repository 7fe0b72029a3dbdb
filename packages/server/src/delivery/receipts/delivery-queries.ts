import type { CarrierReason } from '../../carriers/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { isMessageOf } from '../outbox/waiting-sql.ts'
import { stateOf } from '../state.ts'

const stateNames = `array[${Object.keys(stateOf)
  .map(name => `'${name}'`)
  .join(', ')}]`

type Texts = [advisorIds: readonly number[], messageIds: readonly number[]]

/** A long text has at most as many parts as its header can count. */
const partsMax = 255

/**
 * In key order. The limit is one that the planner does not know: it expects a single text and never reads all deliveries to compare
 * them with the list, as it did (8 s instead of 20 ms for 100 texts) if there were few when it planned.
 */
const givenTexts = `given as materialized (
     select * from unnest($1::bigint[], $2::bigint[]) as given (advisor_id, message_id)
     order by advisor_id, message_id limit cardinality($2::bigint[])
   )`

/** Gives texts of an earlier version, which have their status in the message, a delivery of their own. */
export const carryOver = statement<object, Texts>(
  'carry_over_deliveries',
  `insert into delivery (advisor_id, message_id, updated_at, state, reason, carrier_reason)
   select distinct message.advisor_id, id, updated_at, array_position(${stateNames}, status), reason, carrier_reason
   from unnest($1::bigint[], $2::bigint[]) as given (advisor_id, message_id)
   join message on message.advisor_id = given.advisor_id and message.id = given.message_id
   where status <> 'accepted'
   order by 1, 2
   on conflict (advisor_id, message_id, part) do nothing`,
)

/** In key order, so that two batches cannot deadlock. */
export const lockDeliveries = statement<object, Texts>(
  'lock_deliveries',
  `with ${givenTexts}
   select from given cross join lateral (
     select from delivery
     where delivery.advisor_id = given.advisor_id and delivery.message_id = given.message_id and part = 0
     limit 1 for no key update
   ) as locked`,
)

/** Notes statuses that receipts reported, as bits, and returns those that are new. The caller has locked the texts. */
export const noteStatuses = statement<
  { readonly advisorId: number; readonly messageId: number; readonly part: number },
  [...Texts, parts: readonly number[], bits: readonly number[]]
>(
  'note_reported_statuses',
  `insert into delivery as there (advisor_id, message_id, updated_at, state, part, seen)
   select advisor_id, message_id, statement_timestamp(), ${stateOf.submitted}, part, bit_or(bits)
   from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::smallint[]) as given (advisor_id, message_id, part, bits)
   group by advisor_id, message_id, part order by advisor_id, message_id, part
   on conflict (advisor_id, message_id, part) do update set seen = there.seen | excluded.seen
     where there.seen & excluded.seen <> excluded.seen
   returning advisor_id as "advisorId", message_id as "messageId", part`,
)

/** What receipts have reported about each part of these texts. */
export const statusesOfParts = statement<
  { readonly advisorId: number; readonly messageId: number; readonly seen: number },
  Texts
>(
  'reported_statuses_of_parts',
  `with ${givenTexts}
   select given.advisor_id as "advisorId", given.message_id as "messageId", reported.seen
   from given cross join lateral (
     select seen from delivery
     where delivery.advisor_id = given.advisor_id and delivery.message_id = given.message_id and part > 0 limit ${partsMax}
   ) as reported`,
)

type TextsOfMembers = [
  advisorIds: readonly number[],
  memberIds: readonly number[],
  messageIds: readonly number[],
]

/** One index step for each text, whatever the planner knows: with the member, any index leads to it. */
const messageOf = (row: string): string => `lateral (
     select number, phone from message where ${isMessageOf(row)} limit 1
   ) as message`

export const phonesOfTexts = statement<
  { readonly advisorId: number; readonly messageId: number; readonly phone: string },
  TextsOfMembers
>(
  'phones_of_texts',
  `select given.advisor_id as "advisorId", given.message_id as "messageId", message.phone
   from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as given (advisor_id, member_id, message_id)
   cross join ${messageOf('given')}`,
)

export interface RaisedText {
  readonly advisorId: number
  readonly messageId: number
  readonly memberId: number
  readonly number: string
  readonly phone: string
  readonly updatedAt: Date
}

/**
 * Raises the states of texts and returns those that changed. Uses index plans (planByIndex), so the rows are locked in key
 * order. The limit is one that the planner does not know: it expects a single row and never scans the list for every text, as
 * it did (308 instead of 27 µs a text) if the texts were few when it planned.
 */
export const raiseDeliveries = statement<
  RaisedText,
  [
    ...TextsOfMembers,
    states: readonly number[],
    reasons: readonly (CarrierReason | null)[],
    carrierReasons: readonly (string | null)[],
  ]
>(
  'raise_deliveries',
  `with given as materialized (
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::smallint[], $5::text[], $6::text[])
       as given (advisor_id, member_id, message_id, state, reason, carrier_reason)
     order by advisor_id, message_id limit cardinality($3::bigint[])
   ), risen as (
     update delivery set state = given.state, reason = given.reason, carrier_reason = given.carrier_reason,
       updated_at = greatest(delivery.updated_at, statement_timestamp())
     from given
     where delivery.advisor_id = given.advisor_id and delivery.message_id = given.message_id and delivery.part = 0
       and delivery.state < given.state
     returning delivery.advisor_id, given.member_id, delivery.message_id, delivery.updated_at
   )
   select risen.advisor_id as "advisorId", risen.message_id as "messageId", risen.member_id as "memberId", message.number,
     message.phone, risen.updated_at as "updatedAt"
   from risen cross join ${messageOf('risen')}`,
)

/** Closes dead letters whose outcome is now known. */
export const settleDeadLetters = statement<object, Texts>(
  'settle_dead_letters',
  `update dead_letter set settled_at = statement_timestamp()
   from unnest($1::bigint[], $2::bigint[]) as settled (advisor_id, message_id)
   where dead_letter.advisor_id = settled.advisor_id and dead_letter.message_id = settled.message_id
     and dead_letter.ending = 'unconfirmed' and dead_letter.settled_at is null`,
)
