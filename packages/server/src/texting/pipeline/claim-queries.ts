import { statement } from '../../db/statement.ts'

/**
 * How the dispatcher's statements are planned: once for each connection, and by index only. A plan that was made while
 * the outbox was empty would read the whole table, and go on doing so when 200,000 texts wait in it.
 */
export const planByIndex = statement<object>(
  'plan_by_index',
  // No session of ours reads tables from end to end; joins must not either.
  `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_hashjoin', 'off', true),
     set_config('enable_mergejoin', 'off', true)`,
)

/**
 * The oldest of the member's texts, which alone may be tried. A "not exists" would be planned as a scan of all members.
 */
const isNextOfMember = `(
  select older.message_id from outbox as older
  where older.advisor_id = outbox.advisor_id and older.member_id = outbox.member_id
    and older.message_id < outbox.message_id
  limit 1
) is null`

/** Who carries what a number sends. Null: nobody has been told to, so whoever there is. */
const carrierOf = (row: string): string => `coalesce(
  (select carrier_number.carrier from carrier_number where carrier_number.number = ${row}.number),
  (select carrier.name from carrier where carrier.is_default)
)`

const isWaiting = 'outbox.lease_until is null and outbox.due_at <= now()'

export interface ClaimRow {
  readonly advisorId: number
  readonly number: string
  /** Null: the row tells about the lane, whose columns are the last three. */
  readonly messageId: number | null
  readonly memberId: number
  readonly phone: string
  readonly text: string
  readonly attempts: number
  readonly consentVersion: number
  /** Null: claimed. The others may not be sent any more. */
  readonly ending: 'expired' | 'opted_out' | null
  /** How many texts could be taken, by pace and limit, and how many that may be tried were found. */
  readonly allowance: number
  readonly found: number
  /** Until the next text may leave; below 0, more could leave now. */
  readonly waitMs: number
  readonly textsPerSecond: number
}

/**
 * Takes texts from lanes: of each lane the oldest, as many as its pace allows.
 *
 * A lane is locked first, so two workers never take from one lane at a time. Another worker's claim that was committed
 * after this statement began has changed the rows it took: the update looks again at each row as it is now and leaves
 * those out.
 *
 * The members are locked next, and consent is read by the same node that locks: it is that of the row as it is under
 * the lock, not as it was when the statement began. A STOP takes a lock that excludes this one, so what it has
 * committed is seen, and a member it is busy with is left for the next time.
 *
 * Pace is GCRA: next_at is when the next text may leave; a lane that was idle may send one second's worth at once.
 */
export const claimWaiting = statement<
  ClaimRow,
  [
    advisorIds: readonly number[],
    numbers: readonly string[],
    fromIds: readonly number[],
    textsMax: readonly number[],
    claimId: string,
    leaseMs: number,
    carrier: string,
  ]
>(
  'claim_waiting_texts',
  `with locked_lane as materialized (
     select lane.advisor_id, lane.number, wanted.from_id, wanted.texts_max,
       lane.texts_per_second::float8 as pace,
       floor(greatest(lane.texts_per_second, 1))::float8 as burst, lane.next_at
     from unnest($1::bigint[], $2::text[], $3::bigint[], $4::integer[]) as wanted (advisor_id, number, from_id, texts_max)
     join lane on lane.advisor_id = wanted.advisor_id and lane.number = wanted.number
     where exists (
       select from texting_number
       where texting_number.advisor_id = lane.advisor_id and texting_number.number = lane.number and active
     )
       and coalesce(${carrierOf('lane')}, $7) = $7
       and not exists (select from carrier where carrier.name = $7 and carrier.is_paused)
     for no key update of lane skip locked
   ), paced_lane as materialized (
     select locked_lane.*, begins_at, case when begins_at > now() then 0
         -- A microsecond, the grain of timestamps, must not cost a text.
         else least(texts_max, 1 + floor((extract(epoch from now() - begins_at)::float8 + 0.000001) * pace))::integer
       end as allowance
     from locked_lane
     cross join lateral (
       select greatest(next_at, now() - make_interval(secs => (burst - 1) / pace)) as begins_at
     ) as earliest
   ), candidate as materialized (
     select waiting.* from paced_lane cross join lateral (
       select outbox.ctid as place, outbox.advisor_id, outbox.number, outbox.member_id, outbox.message_id,
         outbox.passes_gate,
         -- The attempt may take until its lease ends.
         outbox.expires_at < now() + make_interval(secs => $6::float8 / 1000) as is_expired
       from outbox
       where outbox.advisor_id = paced_lane.advisor_id and outbox.number = paced_lane.number
         and outbox.message_id >= paced_lane.from_id and ${isWaiting} and ${isNextOfMember}
       order by outbox.message_id limit paced_lane.allowance
     ) as waiting
   ), locked_candidate as materialized (
     select candidate.*, member.consent_version, case
         when candidate.is_expired then 'expired'
         when not candidate.passes_gate and member.consent = 'opted_out' then 'opted_out'
       end as ending
     from candidate
     join member on member.advisor_id = candidate.advisor_id and member.id = candidate.member_id
     for share of member skip locked
   ), claimed as (
     update outbox set attempts = attempts + 1, claim_id = $5, carrier = $7, consent_version = locked_candidate.consent_version,
       lease_until = now() + make_interval(secs => $6::float8 / 1000)
     from locked_candidate
     where outbox.ctid = locked_candidate.place and locked_candidate.ending is null and ${isWaiting}
     returning outbox.*
   ), lane_result as (
     -- Counted in one pass: joined to its texts, every lane would look through those of all.
     select advisor_id, number, max(pace) as pace, max(allowance) as allowance, sum(found)::integer as found,
       sum(taken) as taken, max(begins_at) + make_interval(secs => sum(taken) / max(pace)) as continues_at
     from (
       select advisor_id, number, pace, allowance, begins_at, 0 as found, 0 as taken from paced_lane
       union all
       select advisor_id, number, null, null, null, 1, 0 from candidate
       union all
       select advisor_id, number, null, null, null, 0, 1 from claimed
     ) as counted
     group by advisor_id, number
   ), paced as (
     update lane set next_at = lane_result.continues_at
     from lane_result
     where lane.advisor_id = lane_result.advisor_id and lane.number = lane_result.number and lane_result.taken > 0
   )
   select advisor_id as "advisorId", number, message_id as "messageId", member_id as "memberId", phone, text, attempts,
     consent_version as "consentVersion", null as ending,
     null::integer as allowance, null::integer as found, null::float8 as "waitMs", null::float8 as "textsPerSecond"
   from claimed
   union all
   select advisor_id, number, message_id, member_id, null, null, null, consent_version, ending, null, null, null, null
   from locked_candidate where ending is not null
   union all
   select advisor_id, number, null, null, null, null, null, null, null,
     allowance, found, extract(epoch from continues_at - now())::float8 * 1000, pace
   from lane_result`,
)

export interface FoundLaneRow {
  readonly advisorId: number
  readonly number: string
  readonly firstId: number
  readonly lastId: number
  readonly texts: number
  readonly hasLane: boolean
  /** Null: whoever there is. */
  readonly carrier: string | null
}

const hasLane = (row: string): string =>
  `exists (select from lane where lane.advisor_id = ${row}.advisor_id and lane.number = ${row}.number) as "hasLane"`

/** Lanes with texts that may be tried, among the texts after the given one. Looks at one page of them, by arrival. */
export const arrivedLanes = statement<FoundLaneRow, [afterId: number, limit: number]>(
  'arrived_lanes',
  `select advisor_id as "advisorId", number, min(message_id) as "firstId", max(message_id) as "lastId",
     count(*) as texts, ${hasLane('arrived')}, ${carrierOf('arrived')} as carrier
   from (
     select advisor_id, number, message_id from outbox
     where message_id > $1 and message_id > 0 and ${isWaiting} and ${isNextOfMember}
     order by message_id limit $2
   ) as arrived
   group by advisor_id, number`,
)

/** All lanes with texts that may be tried, one step of the index for each lane, and since when the first is due. */
export const waitingLanes = statement<FoundLaneRow & { readonly dueForMs: number }>(
  'waiting_lanes',
  `with recursive lane_key as (
     (select advisor_id, number from outbox order by advisor_id, number limit 1)
     union all
     select following.advisor_id, following.number from lane_key cross join lateral (
       select advisor_id, number from outbox
       where (advisor_id, number) > (lane_key.advisor_id, lane_key.number)
       order by advisor_id, number limit 1
     ) as following
   )
   select lane_key.advisor_id as "advisorId", lane_key.number, message_id as "firstId", message_id as "lastId", 1 as texts,
     extract(epoch from now() - due_at)::float8 * 1000 as "dueForMs", ${hasLane('lane_key')},
     ${carrierOf('lane_key')} as carrier
   from lane_key cross join lateral (
     select message_id, due_at from outbox
     where outbox.advisor_id = lane_key.advisor_id and outbox.number = lane_key.number
       and ${isWaiting} and ${isNextOfMember}
     order by message_id limit 1
   ) as first`,
)

/** The text from which on arrivals are looked for. What is older the first sweep finds. */
export const newestText = statement<{ readonly id: number }>(
  'newest_waiting_text',
  'select coalesce(max(message_id), 0) as id from outbox where message_id > 0',
)

/** A number that the advisor does not have gets no lane, and its texts wait. */
export const insertLanes = statement<object, [advisorIds: readonly number[], numbers: readonly string[]]>(
  'insert_lanes',
  `insert into lane (advisor_id, number)
   select advisor_id, number
   from unnest($1::bigint[], $2::text[]) as given (advisor_id, number) join texting_number using (advisor_id, number)
   on conflict do nothing`,
)

/** Waits for claims of these lanes that are being committed. In key order, so that two of these cannot wait for each other. */
export const lockLanes = statement<object, [advisorIds: readonly number[], numbers: readonly string[]]>(
  'lock_lanes',
  `select from lane join unnest($1::bigint[], $2::text[]) as given (advisor_id, number) using (advisor_id, number)
   order by advisor_id, number for no key update of lane`,
)

/** Gives back what was claimed by a claim whose commit was not confirmed: nothing of it was submitted. */
export const releaseClaim = statement<
  object,
  [claimId: string, advisorIds: readonly number[], numbers: readonly string[]]
>(
  'release_claim',
  `update outbox set claim_id = null, lease_until = null, attempts = attempts - 1
   from unnest($2::bigint[], $3::text[]) as given (advisor_id, number)
   where outbox.advisor_id = given.advisor_id and outbox.number = given.number and outbox.claim_id = $1`,
)
