import { statement } from '../../platform/db/statement.ts'

export type SubjectIds = [advisorId: number | null, firmId: number | null, applicationId: number | null]

/** Returns no row if already held. Triggers lock the subject and hold its lanes. */
export const insertHold = statement<
  { readonly id: number },
  [...SubjectIds, reason: string, placedBy: string]
>(
  'insert_sending_hold',
  `insert into sending_hold (advisor_id, firm_id, application_id, reason, placed_by) values ($1, $2, $3, $4, $5)
   on conflict do nothing returning id`,
)

interface HoldInForce {
  readonly id: number
  readonly reason: string
  readonly placedAt: Date
  /** Placed until somebody has looked at the texts. False: by an operator or a recovery. */
  readonly awaitsReview: boolean
}

/** An advisor can have one of each kind. That of an operator comes first, so that nobody releases both at once. */
export const holdInForce = statement<HoldInForce, SubjectIds>(
  'hold_in_force',
  `select id, reason, placed_at as "placedAt", awaits_review as "awaitsReview" from sending_hold
   where released_at is null and (advisor_id = $1 or firm_id = $2 or application_id = $3)
   order by awaits_review limit 1`,
)

/** Returns no row if somebody else has ended it. */
export const endHold = statement<object, [holdId: number, releasedBy: string]>(
  'end_sending_hold',
  `update sending_hold set released_by = $2, released_at = statement_timestamp()
   where id = $1 and released_at is null returning id`,
)

export const countUnclaimed = statement<{ readonly texts: number }, [advisorId: number]>(
  'count_unclaimed_texts',
  'select count(*) as texts from outbox where advisor_id = $1 and lease_until is null',
)

export interface HoldRow {
  readonly kind: 'advisor' | 'firm' | 'application'
  /** Identifier as used in operator commands. */
  readonly id: string
  readonly name: string
  readonly isDisabled: boolean
  /** Null if disabled rather than on hold. */
  readonly reason: string | null
  readonly placedBy: string | null
  readonly placedAt: Date | null
  /** Number of waiting texts. */
  readonly texts: number
}

/** Everything on hold, and everything disabled with waiting texts. */
export const holds = statement<HoldRow>(
  'sending_holds',
  `with waiting as (
     select advisor_id, application_id, count(*) as texts from outbox group by advisor_id, application_id
   ), subject as (
     select 'advisor' as kind, advisor.identifier as id, advisor.name, not advisor.active as is_disabled, hold.reason, hold.placed_by, hold.placed_at, (
         select sum(texts) from waiting where waiting.advisor_id = advisor.id
       ) as texts
     from advisor left join sending_hold as hold on hold.advisor_id = advisor.id and hold.released_at is null
     where not advisor.active or hold.id is not null
     union all
     select 'firm', firm.id::text, firm.name, not firm.active, hold.reason, hold.placed_by, hold.placed_at, (
         select sum(texts) from waiting join advisor on advisor.id = waiting.advisor_id
         where advisor.firm_id = firm.id
       )
     from firm left join sending_hold as hold on hold.firm_id = firm.id and hold.released_at is null
     where not firm.active or hold.id is not null
     union all
     select 'application', application.client_id, application.name, not application.active, hold.reason, hold.placed_by, hold.placed_at, (
         select sum(texts) from waiting where waiting.application_id = application.id
       )
     from application
     left join sending_hold as hold on hold.application_id = application.id and hold.released_at is null
     where not application.active or hold.id is not null
   )
   select kind, id, name, is_disabled as "isDisabled", reason, placed_by as "placedBy",
     placed_at as "placedAt", coalesce(texts, 0)::integer as texts
   from subject where reason is not null or texts > 0
   order by kind, name, id`,
)

/**
 * Texts that are blocked because their lane or their application is held. Outbox columns plus the start of the hold; if
 * both are held, the earlier one.
 */
const heldTexts = `(
  select outbox.*, least(lane.held_since, held.held_since) as held_since
  from lane join outbox on outbox.advisor_id = lane.advisor_id and outbox.number = lane.number
  left join held_application as held on held.application_id = outbox.application_id
  where lane.is_held
  union all
  select outbox.*, held.held_since
  from held_application as held join outbox on outbox.application_id = held.application_id
  where not exists (
    select from lane where lane.advisor_id = outbox.advisor_id and lane.number = outbox.number and lane.is_held
  )
)`

export const countHeld = statement<{ readonly texts: number }>(
  'count_held_texts',
  `select count(*) as texts from ${heldTexts} as held`,
)

/** An unclaimed text. */
export interface HeldRow {
  readonly advisorId: number
  readonly memberId: number
  readonly messageId: number
  readonly number: string
}

const heldColumns = `advisor_id as "advisorId", member_id as "memberId", message_id as "messageId", number`

/**
 * Texts that were held too long or would be too late to send. For a text accepted during the hold, or returned by an
 * operator, the time counts from its due time.
 */
export const staleHeldTexts = statement<HeldRow, [heldHours: number, limit: number]>(
  'stale_held_texts',
  `select ${heldColumns} from ${heldTexts} as held
   where lease_until is null
     and (greatest(due_at, held_since) < now() - make_interval(hours => $1) or expires_at < now())
   order by message_id limit $2`,
)
