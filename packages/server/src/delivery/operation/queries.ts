import { statement } from '../../platform/db/statement.ts'

export interface DeadLetterRow {
  readonly messageId: number
  readonly advisor: string
  readonly number: string
  readonly phone: string
  readonly ending: 'failed' | 'expired' | 'unconfirmed'
  readonly reason: string
  readonly attempts: number
  readonly at: Date
}

/** Open dead letters of one advisor or of all, oldest first. Never the text. */
export const openDeadLetters = statement<DeadLetterRow, [advisorId: number | undefined, limit: number]>(
  'open_dead_letters',
  `select message_id as "messageId", advisor.identifier as advisor, message.number, message.phone, ending,
     dead_letter.reason, attempts, dead_letter.created_at as at
   from dead_letter
   join message on message.advisor_id = dead_letter.advisor_id and message.id = dead_letter.message_id
   join advisor on advisor.id = dead_letter.advisor_id
   where settled_at is null and ($1::bigint is null or dead_letter.advisor_id = $1)
   order by dead_letter.created_at, message_id limit $2`,
)

export interface OutboxState {
  /** Due and not yet handed to a carrier. */
  readonly waiting: number
  /** Blocked: the advisor, firm or application is disabled or on hold. */
  readonly held: number
  /** To be retried later. */
  readonly later: number
  readonly inFlight: number
  /** Attempts whose worker is gone. */
  readonly doubtful: number
  /** Null if no due text is waiting. */
  readonly oldestAt: Date | null
  readonly deadLetters: number
  /** Numbers whose waiting texts are delayed, and inactive numbers with waiting texts. */
  readonly lanesPaused: number
  readonly lanesClosed: number
}

/** A lane counts as paused if its pace or the carrier blocks its texts for more than a second. */
export const outboxCounts = statement<OutboxState>(
  'outbox_counts',
  `select count(*) filter (where lease_until is null and due_at <= now() and not is_held) as waiting,
     count(*) filter (where lease_until is null and is_held) as held,
     count(*) filter (where lease_until is null and due_at > now() and not is_held) as later,
     count(*) filter (where lease_until >= now()) as "inFlight",
     count(*) filter (where lease_until < now()) as doubtful,
     min(due_at) filter (where lease_until is null and due_at <= now() and not is_held) as "oldestAt",
     (select count(*) from dead_letter where settled_at is null) as "deadLetters",
     (select count(*) from lane where next_at > now() + interval '1 s' and exists (
       select from outbox where outbox.advisor_id = lane.advisor_id and outbox.number = lane.number
     )) as "lanesPaused",
     (select count(*) from texting_number where not active and exists (
       select from outbox
       where outbox.advisor_id = texting_number.advisor_id and outbox.number = texting_number.number
     )) as "lanesClosed"
   from (
     select lease_until, due_at, exists (
       select from lane
       where lane.advisor_id = outbox.advisor_id and lane.number = outbox.number and lane.is_held
     ) or exists (
       select from held_application as held where held.application_id = outbox.application_id
     ) as is_held
     from outbox
   ) as outbox`,
)

export interface RetriedRow {
  readonly advisorId: number
  readonly memberId: number
  readonly messageId: number
  readonly number: string
  readonly phone: string
  readonly text: string
  readonly attempts: number
  readonly atMs: number
}

/** The lock under which every new text to a member is written. */
export const lockMemberOfMessage = statement<
  { readonly ending: string; readonly isOpen: boolean; readonly isAnswer: boolean },
  [messageId: number]
>(
  'lock_member_of_message',
  `select dead_letter.ending, dead_letter.settled_at is null as "isOpen",
     message.kind in ('stop_confirmation', 'opt_in_confirmation', 'help', 'guidance') as "isAnswer"
   from dead_letter
   join message on message.advisor_id = dead_letter.advisor_id and message.id = dead_letter.message_id
   join member on member.advisor_id = message.advisor_id and member.id = message.member_id
   where dead_letter.message_id = $1
   for no key update of member, dead_letter`,
)

export const returnToOutbox = statement<RetriedRow, [messageId: number, ending: 'failed' | 'unconfirmed']>(
  'return_to_outbox',
  `with settled as (
     update dead_letter set settled_at = now()
     where message_id = $1 and ending = $2 and settled_at is null
     returning advisor_id, message_id, attempts, application_id
   ), returned as (
     insert into outbox (advisor_id, member_id, message_id, number, passes_gate, due_at, application_id)
     select message.advisor_id, member_id, id, number, false, now(), application_id
     from settled join message on message.advisor_id = settled.advisor_id and message.id = settled.message_id
   )
   select message.advisor_id as "advisorId", member_id as "memberId", id as "messageId", number, phone, text, attempts,
     extract(epoch from now()::timestamptz(3))::float8 * 1000 as "atMs"
   from settled join message on message.advisor_id = settled.advisor_id and message.id = settled.message_id`,
)

export const upsertPace = statement<object, [advisorId: number, number: string, textsPerSecond: number]>(
  'upsert_pace',
  `insert into lane (advisor_id, number, texts_per_second) values ($1, $2, $3)
   on conflict (advisor_id, number) do update set texts_per_second = excluded.texts_per_second`,
)

export const createPartitions = statement<{ readonly made: number }>(
  'create_message_partitions',
  'select ensure_message_partitions() + ensure_carrier_partitions() as made',
)

export const countDeadLetters = statement<{ readonly texts: number }>(
  'count_dead_letters',
  'select count(*) as texts from dead_letter where settled_at is null',
)
