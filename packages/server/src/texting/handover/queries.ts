import { hasContact } from '../../consent/index.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Frequency } from '../schedules/recurrence.ts'

export interface HandoverRow {
  readonly handoverId: number
  readonly advisorId: number
  readonly formerHolderId: number
  readonly formerName: string
  readonly holderId: number
  readonly holderName: string
  readonly at: Date
  readonly notice: string | null
  readonly told: number
  /** How many were not told, by reason. */
  readonly refused: Readonly<Record<string, number>>
  /** Null: still being sent, or there is no notice. */
  readonly finishedAt: Date | null
}

const columns = `id as "handoverId", advisor_id as "advisorId", former_holder_id as "formerHolderId",
  former_name as "formerName", holder_id as "holderId", holder_name as "holderName", handed_over_at as at, notice,
  told, refused, finished_at as "finishedAt"`

export const insertHandover = statement<
  HandoverRow,
  [
    advisorId: number,
    formerHolderId: number,
    formerName: string,
    holderId: number,
    holderName: string,
    notice: string | null,
  ]
>(
  'insert_handover',
  `insert into handover (advisor_id, former_holder_id, former_name, holder_id, holder_name, notice, last_member_id)
   select $1, $2, $3, $4, $5, $6, coalesce((
     select id from member where advisor_id = $1 order by id desc limit 1
   ), 0) returning ${columns}`,
)

export const handoversOf = statement<HandoverRow, [advisorId: number]>(
  'handovers_of_account',
  `select ${columns} from handover where advisor_id = $1 order by id desc`,
)

/** Newest first. Somebody who came later has only ever known the present advisor. */
export const handoversSinceMember = statement<
  HandoverRow,
  [advisorId: number, memberId: number, beforeId: number, limit: number]
>(
  'handovers_since_member',
  `select ${columns} from handover where advisor_id = $1 and id < $3::bigint and handed_over_at >= (
     select created_at from member where advisor_id = $1 and id = $2
   ) order by id desc limit $4`,
)

/** While clients are told under one name, the account is not handed over again. */
export const lockTold = statement<object, [advisorId: number]>(
  'lock_account_told',
  'select from advisor where id = $1 for share',
)

/** With the account locked by a statement before: one that waits for the lock would not see the handover it waited for. */
export const lockNotice = statement<
  HandoverRow & { readonly toldUpTo: number; readonly lastMemberId: number; readonly isLatest: boolean },
  [advisorId: number, handoverId: number]
>(
  'lock_handover_notice',
  `select ${columns}, told_up_to as "toldUpTo", last_member_id as "lastMemberId",
     not exists (select from handover as later where later.advisor_id = $1 and later.id > $2) as "isLatest"
   from handover where advisor_id = $1 and id = $2 for no key update of handover`,
)

/** Clients are people in the address book. */
export const nextClients = statement<
  { readonly memberId: number; readonly phone: string; readonly consent: string },
  [advisorId: number, afterMemberId: number, lastMemberId: number, limit: number]
>(
  'next_clients_to_tell',
  `select member.id as "memberId", member.phone, member.consent from member
   where member.advisor_id = $1 and member.id > $2 and member.id <= $3 and ${hasContact('$1', 'member.phone')}
   order by member.id limit $4`,
)

export const recordTold = statement<
  object,
  [
    advisorId: number,
    handoverId: number,
    toldUpTo: number,
    told: number,
    refused: Readonly<Record<string, number>>,
    isFinished: boolean,
  ]
>(
  'record_told_clients',
  `update handover set told_up_to = $3, told = told + $4, refused = $5,
     finished_at = case when $6 then statement_timestamp() end
   where advisor_id = $1 and id = $2`,
)

interface HeldRow {
  readonly scheduleId: number
  readonly memberId: number
  readonly phone: string
  readonly text: string
  readonly nextAt: Date
  readonly frequency: Frequency
  readonly timeZone: string
  readonly now: Date
}

/** Waits for those that are firing. In key order, so that it cannot deadlock with other changes of several. */
export const holdSchedules = statement<HeldRow, [advisorId: number]>(
  'hold_schedules_of_account',
  `update schedule set status = 'held', hold_reason = 'handed_over', modified_at = now()
   from (
     select id from schedule where advisor_id = $1 and status = 'active' order by id for no key update
   ) as waiting
   where schedule.advisor_id = $1 and schedule.id = waiting.id
   returning schedule.id as "scheduleId", member_id as "memberId", phone, text, next_at as "nextAt", frequency,
     time_zone as "timeZone", clock_timestamp()::timestamptz(3) as now`,
)

export interface BookRow {
  readonly contacts: number
  readonly conversations: number
  readonly consents: Readonly<Record<string, number>>
  readonly scheduledTexts: number
  readonly waitingTexts: number
  readonly isOnHold: boolean
}

/** What is in a book. Read once, before somebody decides: it counts every row. */
export const countBook = statement<BookRow, [advisorId: number]>(
  'count_book',
  `select (select count(*) from contact where advisor_id = $1) as contacts,
     (
       select count(*) from member where member.advisor_id = $1 and exists (
         select from message where message.advisor_id = $1 and message.member_id = member.id
       )
     ) as conversations,
     coalesce((
       select jsonb_object_agg(consent, members) from (
         select consent, count(*) as members from member where advisor_id = $1 group by consent
       ) as counted
     ), '{}') as consents,
     (select count(*) from schedule where advisor_id = $1 and status = 'active') as "scheduledTexts",
     (select count(*) from outbox where advisor_id = $1) as "waitingTexts",
     exists (
       select from sending_hold where advisor_id = $1 and released_at is null
     ) as "isOnHold"`,
)

/** Clients by what a notice would find: consent, and whether they are in the address book. */
export const clientsByConsent = statement<
  { readonly consent: string; readonly clients: number },
  [advisorId: number]
>(
  'clients_by_consent',
  `select member.consent, count(*) as clients from member
   where member.advisor_id = $1 and ${hasContact('$1', 'member.phone')}
   group by member.consent order by member.consent`,
)
