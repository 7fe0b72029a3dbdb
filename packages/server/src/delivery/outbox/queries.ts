import { statement } from '../../platform/db/statement.ts'
import { carrierOf, heldApplications, isFree, isNextOfMember, isWaiting } from './waiting-sql.ts'

export interface FoundLaneRow {
  readonly advisorId: number
  readonly number: string
  readonly firstId: number
  readonly lastId: number
  readonly texts: number
  /** Null if the lane does not exist yet. */
  readonly isHeld: boolean | null
  /** Null: no carrier assigned; any may take it. */
  readonly carrier: string | null
}

const isHeld = (row: string): string =>
  `(select is_held from lane where lane.advisor_id = ${row}.advisor_id and lane.number = ${row}.number) as "isHeld"`

const canBeTried = `${isFree('outbox', heldApplications)} and ${isNextOfMember(heldApplications)}`

/** Lanes with eligible texts after the given id. Reads one page of texts, in order of arrival. */
export const arrivedLanes = statement<FoundLaneRow, [afterId: number, limit: number]>(
  'arrived_lanes',
  `select advisor_id as "advisorId", number, min(message_id) as "firstId", max(message_id) as "lastId",
     count(*) as texts, ${isHeld('arrived')}, ${carrierOf('arrived')} as carrier
   from (
     select advisor_id, number, message_id from outbox
     where message_id > $1 and message_id > 0 and ${isWaiting} and ${canBeTried}
     order by message_id limit $2
   ) as arrived
   group by advisor_id, number`,
)

/** All lanes with eligible texts, one index step per lane, and how long the first has been due. */
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
     extract(epoch from now() - due_at)::float8 * 1000 as "dueForMs", ${isHeld('lane_key')},
     ${carrierOf('lane_key')} as carrier
   from lane_key cross join lateral (
     select message_id, due_at from outbox
     where outbox.advisor_id = lane_key.advisor_id and outbox.number = lane_key.number
       and ${isWaiting} and ${canBeTried}
     order by message_id limit 1
   ) as first`,
)

/** The text after which arrivals are polled. The first sweep finds older ones. */
export const newestText = statement<{ readonly id: number }>(
  'newest_waiting_text',
  'select coalesce(max(message_id), 0) as id from outbox where message_id > 0',
)

/**
 * A number that is not the advisor's gets no lane, and its texts wait. In key order, so that two workers cannot
 * deadlock.
 */
export const insertLanes = statement<object, [advisorIds: readonly number[], numbers: readonly string[]]>(
  'insert_lanes',
  `insert into lane (advisor_id, number)
   select advisor_id, number
   from unnest($1::bigint[], $2::text[]) as given (advisor_id, number) join texting_number using (advisor_id, number)
   order by advisor_id, number
   on conflict do nothing`,
)

/** Waits for claims of these lanes that are committing. In key order, so that two calls cannot deadlock. */
export const lockLanes = statement<object, [advisorIds: readonly number[], numbers: readonly string[]]>(
  'lock_lanes',
  `select from lane join unnest($1::bigint[], $2::text[]) as given (advisor_id, number) using (advisor_id, number)
   order by advisor_id, number for no key update of lane`,
)

/** Texts to this member that a carrier may be receiving right now. */
export const textsInFlight = statement<{ readonly messageId: number }, [advisorId: number, memberId: number]>(
  'texts_in_flight',
  `select message_id as "messageId" from outbox
   where advisor_id = $1 and member_id = $2 and lease_until is not null order by message_id`,
)
