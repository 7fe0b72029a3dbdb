import type { DeliveryReason } from '@parley/contract'
import { statement } from '../../platform/db/statement.ts'
import { wordsOf } from '../outbox/waiting-sql.ts'
import { stateOf } from '../state.ts'

/** Keys of the texts, as arrays of equal length. */
type Keys = [advisorIds: readonly number[], memberIds: readonly number[], messageIds: readonly number[]]

export interface RecordedRow {
  readonly messageId: number
  /** When it was recorded. A number, because parsing a date per text takes longer than the rest of the row. */
  readonly atMs: number
  /** Another text to the same member is waiting and can be tried now. */
  readonly isFollowed: boolean
}

/**
 * The places of the given texts in the outbox, one index step each. A join by key may be planned the other way round, with a scan
 * of all given texts for every text of the outbox: the planner does so if the outbox was empty when it was last analysed. A limit
 * that it does not know makes it expect a single row, which it never turns round.
 */
const placed = (parameters: string, names: string): string => `placed as materialized (
     select given.*, here.place
     from unnest(${parameters}) as given (advisor_id, member_id, message_id${names})
     cross join lateral (
       select ctid as place from outbox
       where outbox.advisor_id = given.advisor_id and outbox.member_id = given.member_id
         and outbox.message_id = given.message_id limit 1
     ) as here
     limit cardinality($4::bigint[])
   )`

/** Only the current holder of the attempt may record its outcome. */
const isHeld = 'outbox.ctid = placed.place and outbox.claim_id is not distinct from $1::uuid'

const atMs = `extract(epoch from now()::timestamptz(3))::float8 * 1000 as "atMs"`

const recorded = `held.message_id as "messageId", ${atMs}, exists (
  select from outbox as later
  where later.advisor_id = held.advisor_id and later.member_id = held.member_id and later.message_id > held.message_id
) as "isFollowed"`

/** A text that was returned to the outbox has its state already: it stays, because a state only rises. */
export const recordSubmitted = statement<
  RecordedRow,
  [claimId: string, ...Keys, carrierMessageIds: readonly (string | null)[], carrier: string]
>(
  'record_submitted_texts',
  `with ${placed('$2::bigint[], $3::bigint[], $4::bigint[], $5::text[]', ', carrier_message_id')}, held as (
     delete from outbox using placed where ${isHeld}
     returning outbox.advisor_id, outbox.member_id, outbox.message_id, placed.carrier_message_id
   ), risen as (
     insert into delivery (advisor_id, message_id, updated_at, state)
     select advisor_id, message_id, now(), ${stateOf.submitted} from held
     -- Not written as "not exists", which is planned as a join that reads the texts of an advisor for each text.
     where (
       select true from delivery
       where delivery.advisor_id = held.advisor_id and delivery.message_id = held.message_id and part = 0 limit 1
     ) is null
   ), known as (
     insert into carrier_message (carrier, carrier_message_id, advisor_id, member_id, message_id)
     select $6, carrier_message_id, advisor_id, member_id, message_id from held where carrier_message_id is not null
   )
   select ${recorded} from held`,
)

/** Stores the carrier ids of all parts of long texts. */
export const recordParts = statement<
  object,
  [
    carrier: string,
    carrierMessageIds: readonly string[],
    ...Keys,
    parts: readonly number[],
    counts: readonly number[],
  ]
>(
  'record_parts',
  `insert into carrier_message (carrier, carrier_message_id, advisor_id, member_id, message_id, part, parts)
   select $1, * from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::smallint[], $7::smallint[])`,
)

/** For texts given up as unconfirmed while the carrier's response was still in transit. */
export const recordLate = statement<
  RecordedRow,
  [...Keys, carrierMessageIds: readonly (string | null)[], carrier: string]
>(
  'record_late_answers',
  `with given as materialized (
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[])
       as given (advisor_id, member_id, message_id, carrier_message_id)
     order by advisor_id, message_id limit cardinality($3::bigint[])
   ), held as (
     update delivery set state = ${stateOf.submitted}, reason = null, updated_at = now()
     from given
     where delivery.advisor_id = given.advisor_id and delivery.message_id = given.message_id and part = 0
       and state = ${stateOf.unconfirmed}
     returning delivery.advisor_id, given.member_id, delivery.message_id, given.carrier_message_id
   ), known as (
     insert into carrier_message (carrier, carrier_message_id, advisor_id, member_id, message_id)
     select $5, carrier_message_id, advisor_id, member_id, message_id from held where carrier_message_id is not null
   ), settled as (
     update dead_letter set settled_at = now() from held
     where dead_letter.advisor_id = held.advisor_id and dead_letter.message_id = held.message_id
   )
   select message_id as "messageId", ${atMs}, false as "isFollowed" from held`,
)

export interface EndedRow extends RecordedRow {
  readonly advisorId: number
  readonly memberId: number
  readonly number: string
  readonly phone: string
  readonly text: string
  readonly attempts: number
  readonly consentVersion: number | null
}

/** A null claim id means the texts are unclaimed and the caller has locked their lanes. */
export const recordEnded = statement<
  EndedRow,
  [
    claimId: string | null,
    ...Keys,
    states: readonly number[],
    reasons: readonly DeliveryReason[],
    carrierReasons: readonly (string | null)[],
    deadLetters: readonly ('failed' | 'expired' | 'unconfirmed' | null)[],
  ]
>(
  'record_ended_texts',
  `with ${placed(
    '$2::bigint[], $3::bigint[], $4::bigint[], $5::smallint[], $6::text[], $7::text[], $8::text[]',
    ', state, reason, carrier_reason, dead_letter',
  )}, held as (
     delete from outbox using placed where ${isHeld}
     returning outbox.*, placed.state, placed.reason, placed.carrier_reason, placed.dead_letter
   ), risen as (
     insert into delivery as there (advisor_id, message_id, updated_at, state, reason, carrier_reason)
     select advisor_id, message_id, now(), state, reason, carrier_reason from held
     on conflict (advisor_id, message_id, part) do update
       set state = excluded.state, reason = excluded.reason, carrier_reason = excluded.carrier_reason,
         updated_at = excluded.updated_at
       where there.state < excluded.state
   ), buried as (
     insert into dead_letter (advisor_id, message_id, ending, reason, attempts, application_id)
     select advisor_id, message_id, dead_letter, reason, attempts, application_id
     from held where dead_letter is not null
     on conflict (advisor_id, message_id) do update
       set ending = excluded.ending, reason = excluded.reason, attempts = excluded.attempts,
         created_at = excluded.created_at, settled_at = null
   )
   select held.advisor_id as "advisorId", held.member_id as "memberId", held.number, message.phone, message.text, attempts,
     claimed_consent_version as "consentVersion", ${recorded}
   from held cross join ${wordsOf('held')}`,
)

/**
 * Puts texts back. An unanswered one stays claimed while it is held; when that lease ends, recovery settles it. For the
 * others, a null delay leaves the due time unchanged.
 */
export const recordWaiting = statement<
  RecordedRow,
  [
    claimId: string,
    ...Keys,
    dueInMs: readonly (number | null)[],
    attemptsUncounted: readonly number[],
    heldMs: readonly (number | null)[],
  ]
>(
  'record_waiting_texts',
  `with ${placed(
    '$2::bigint[], $3::bigint[], $4::bigint[], $5::float8[], $6::smallint[], $7::float8[]',
    ', due_in_ms, uncounted, held_ms',
  )}, held as (
     update outbox set attempts = attempts - uncounted,
       due_at = coalesce(now() + make_interval(secs => due_in_ms / 1000), due_at),
       lease_until = now() + make_interval(secs => held_ms / 1000),
       claim_id = case when held_ms is not null then claim_id end
     from placed where ${isHeld}
     returning outbox.advisor_id, outbox.member_id, outbox.message_id
   )
   select message_id as "messageId", ${atMs}, false as "isFollowed" from held`,
)

/** The carrier asked us to slow down on these numbers. Locked in key order, so that two calls cannot deadlock. */
export const pauseLanes = statement<
  object,
  [advisorIds: readonly number[], numbers: readonly string[], pausesMs: readonly number[]]
>(
  'pause_lanes',
  `update lane set next_at = greatest(next_at, now() + make_interval(secs => pause_ms / 1000))
   from (
     select lane.advisor_id, lane.number, pause_ms
     from unnest($1::bigint[], $2::text[], $3::float8[]) as given (advisor_id, number, pause_ms)
     join lane using (advisor_id, number)
     order by lane.advisor_id, lane.number for no key update of lane
   ) as locked
   where lane.advisor_id = locked.advisor_id and lane.number = locked.number`,
)

export interface TakenOverRow {
  readonly advisorId: number
  readonly memberId: number
  readonly messageId: number
  readonly number: string
  readonly phone: string
  readonly text: string
  readonly attempts: number
  readonly consentVersion: number
}

/**
 * Attempts with this carrier whose lease has ended. There is no index for them: it would cost every claim more than
 * this scan costs.
 */
export const takeOver = statement<
  TakenOverRow,
  [claimId: string, leaseMs: number, limit: number, carrier: string]
>(
  'take_over_texts',
  `with taken as (
     update outbox set claim_id = $1, lease_until = now() + make_interval(secs => $2::float8 / 1000)
     from (
       select advisor_id, member_id, message_id from outbox
       where lease_until < now() and coalesce(carrier, $4) = $4 limit $3
       for no key update skip locked
     ) as left_behind
     where outbox.advisor_id = left_behind.advisor_id and outbox.member_id = left_behind.member_id
       and outbox.message_id = left_behind.message_id
     returning outbox.*
   )
   select taken.advisor_id as "advisorId", taken.member_id as "memberId", message_id as "messageId", taken.number, message.phone,
     message.text, attempts, claimed_consent_version as "consentVersion"
   from taken cross join ${wordsOf('taken')}`,
)
