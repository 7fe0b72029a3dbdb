import { statement } from '../../platform/db/statement.ts'
import {
  carrierOf,
  heldApplications,
  isFree,
  isNextOfMember,
  isWaiting,
  wordsOf,
} from '../outbox/waiting-sql.ts'

/** authorization_withdrawn: the application may no longer text for the advisor. */
export type ClaimEnding = 'expired' | 'opted_out' | 'consent_declined' | 'authorization_withdrawn'

export interface ClaimRow {
  readonly advisorId: number
  readonly number: string
  /** Null in rows that describe only the lane, in the last three columns. */
  readonly messageId: number | null
  readonly memberId: number
  readonly phone: string
  readonly text: string
  readonly attempts: number
  readonly consentVersion: number
  /** W3C traceparent of the request it came from, if that was traced. */
  readonly traceParent: string | null
  /** Null if claimed. Texts with an ending can no longer be sent. */
  readonly ending: ClaimEnding | null
  /** How many texts pace and limit allowed, and how many eligible ones were found. */
  readonly allowance: number
  readonly found: number
  /** Time until the next text may leave; negative if more could leave now. */
  readonly waitMs: number
  readonly textsPerSecond: number
}

/**
 * Claims texts from lanes: the oldest of each lane, as many as its pace allows.
 *
 * The lane is locked first, so two workers never claim from one lane at a time. If another worker's claim commits after
 * this statement began, its rows have changed: the update rechecks each row's current version and skips them.
 *
 * Members are locked next, and the node that locks also reads consent, so it sees the row as it is under the lock, not
 * as of the statement's snapshot. A STOP takes a conflicting lock: a committed STOP is seen, and a member with a STOP
 * in progress is skipped until the next claim.
 *
 * Anything that ends sending (a hold, a disabled account, a withdrawn authorization) commits with the lane locked and
 * is written to the lane, where the locking node reads it. So nothing is claimed after that commit.
 *
 * Pace is GCRA: next_at is when the next text may leave; an idle lane may send one second's worth at once.
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
       floor(greatest(lane.texts_per_second, 1))::float8 as burst, lane.next_at,
       lane.held_applications, lane.withdrawn_applications
     from unnest($1::bigint[], $2::text[], $3::bigint[], $4::integer[]) as wanted (advisor_id, number, from_id, texts_max)
     join lane on lane.advisor_id = wanted.advisor_id and lane.number = wanted.number
     where not lane.is_held and exists (
       select from texting_number
       where texting_number.advisor_id = lane.advisor_id and texting_number.number = lane.number and active
     )
       and coalesce(${carrierOf('lane')}, $7) = $7
       and not exists (select from carrier where carrier.name = $7 and carrier.is_paused)
     for no key update of lane skip locked
   ), paced_lane as materialized (
     select locked_lane.*, held_applications || ${heldApplications} as held, begins_at, case when begins_at > now() then 0
         -- Tolerate one microsecond, the resolution of timestamps, or rounding would cost a text.
         else least(texts_max, 1 + floor((extract(epoch from now() - begins_at)::float8 + 0.000001) * pace))::integer
       end as allowance
     from locked_lane
     cross join lateral (
       select greatest(next_at, now() - make_interval(secs => (burst - 1) / pace)) as begins_at
     ) as earliest
   ), candidate as materialized (
     select waiting.* from paced_lane cross join lateral (
       select outbox.ctid as place, outbox.advisor_id, outbox.number, outbox.member_id, outbox.message_id,
         outbox.passes_gate, outbox.application_id = any (paced_lane.withdrawn_applications) as is_withdrawn,
         -- The attempt may last until its lease ends.
         outbox.expires_at < now() + make_interval(secs => $6::float8 / 1000) as is_expired
       from outbox
       where outbox.advisor_id = paced_lane.advisor_id and outbox.number = paced_lane.number
         and outbox.message_id >= paced_lane.from_id and ${isWaiting}
         and ${isFree('outbox', 'paced_lane.held')} and ${isNextOfMember('paced_lane.held')}
       order by outbox.message_id limit paced_lane.allowance
     ) as waiting
   ), locked_candidate as materialized (
     select candidate.*, member.consent_version, case
         when candidate.is_expired then 'expired'
         when not candidate.passes_gate and member.consent = 'opted_out' then 'opted_out'
         when not candidate.passes_gate and member.consent = 'declined' then 'consent_declined'
         when candidate.is_withdrawn then 'authorization_withdrawn'
       end as ending
     from candidate
     join member on member.advisor_id = candidate.advisor_id and member.id = candidate.member_id
     for share of member skip locked
   ), claimed as (
     update outbox set attempts = attempts + 1, claim_id = $5, carrier = $7,
       claimed_consent_version = locked_candidate.consent_version,
       lease_until = now() + make_interval(secs => $6::float8 / 1000)
     from locked_candidate
     where outbox.ctid = locked_candidate.place and locked_candidate.ending is null and ${isWaiting}
     returning outbox.advisor_id, outbox.number, outbox.member_id, outbox.message_id, outbox.attempts,
       outbox.claimed_consent_version, outbox.trace_parent
   ), lane_result as (
     -- Aggregated in one pass: a join would scan the texts of all lanes for each lane.
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
   select claimed.advisor_id as "advisorId", claimed.number, message_id as "messageId", claimed.member_id as "memberId",
     message.phone, message.text, attempts, claimed_consent_version as "consentVersion",
     trace_parent as "traceParent", null as ending,
     null::integer as allowance, null::integer as found, null::float8 as "waitMs", null::float8 as "textsPerSecond"
   from claimed cross join ${wordsOf('claimed')}
   union all
   select advisor_id, number, message_id, member_id, null, null, null, consent_version, null, ending, null, null, null, null
   from locked_candidate where ending is not null
   union all
   select advisor_id, number, null, null, null, null, null, null, null, null,
     allowance, found, extract(epoch from continues_at - now())::float8 * 1000, pace
   from lane_result`,
)

/** Releases a claim whose commit was not confirmed: none of it was submitted. */
export const releaseClaim = statement<
  object,
  [claimId: string, advisorIds: readonly number[], numbers: readonly string[]]
>(
  'release_claim',
  `update outbox set claim_id = null, lease_until = null, attempts = attempts - 1
   from unnest($2::bigint[], $3::text[]) as given (advisor_id, number)
   where outbox.advisor_id = given.advisor_id and outbox.number = given.number and outbox.claim_id = $1`,
)
