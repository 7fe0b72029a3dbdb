import { statement } from '../../platform/db/statement.ts'

export interface DoubtedRow {
  readonly advisorId: number
  readonly memberId: number
  readonly messageId: number
  readonly carrier: string | null
}

/** Any text of the outbox, whoever had claimed it: no worker runs. */
export const doubtTexts = statement<DoubtedRow, [claimId: string, limit: number]>(
  'doubt_texts_after_restore',
  `update outbox set claim_id = $1, lease_until = now() + interval '1 minute'
   from (
     select advisor_id, member_id, message_id from outbox where claim_id is distinct from $1
     limit $2 for no key update
   ) as waiting
   where outbox.advisor_id = waiting.advisor_id and outbox.member_id = waiting.member_id
     and outbox.message_id = waiting.message_id
   returning outbox.advisor_id as "advisorId", outbox.member_id as "memberId", outbox.message_id as "messageId", carrier`,
)

/** Advisors who text through a carrier that is not among these, and their numbers. */
export const advisorsThroughOthers = statement<
  { readonly advisorId: number; readonly numbers: number },
  [carriers: readonly string[]]
>(
  'advisors_through_other_carriers',
  `select advisor_id as "advisorId", count(*) as numbers
   from texting_number left join carrier_number using (number)
   where coalesce(carrier, (select name from carrier where is_default), '') <> all ($1::text[])
   group by advisor_id order by advisor_id`,
)

export const insertHolds = statement<
  { readonly id: number; readonly advisorId: number; readonly name: string; readonly now: Date },
  [advisorIds: readonly number[], reason: string, placedBy: string]
>(
  'insert_holds_after_restore',
  `with placed as (
     insert into sending_hold (advisor_id, reason, placed_by)
     select advisor_id, $2, $3 from unnest($1::bigint[]) as held (advisor_id)
     on conflict do nothing returning id, advisor_id
   )
   select placed.id, advisor_id as "advisorId", advisor.name, clock_timestamp()::timestamptz(3) as now
   from placed join advisor on advisor.id = advisor_id`,
)

export const endHolds = statement<
  {
    readonly id: number
    readonly advisorId: number
    readonly name: string
    readonly reason: string
    readonly now: Date
  },
  [reason: string, releasedBy: string, limit: number]
>(
  'end_holds_after_restore',
  `with ended as (
     update sending_hold set released_by = $2, released_at = statement_timestamp()
     where id in (
       select id from sending_hold where released_at is null and advisor_id is not null and reason = $1
       order by advisor_id limit $3
     )
     returning id, advisor_id, reason
   )
   select ended.id, advisor_id as "advisorId", advisor.name, reason, clock_timestamp()::timestamptz(3) as now
   from ended join advisor on advisor.id = advisor_id`,
)
