import { statement } from '../../db/statement.ts'

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

/** Open ones of one advisor, or of all, oldest first. Never the text. */
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

interface OutboxCounts {
  readonly waiting: number
  readonly later: number
  readonly inFlight: number
  readonly doubtful: number
  /** Null: nothing waits that is due. */
  readonly oldestAt: Date | null
  readonly deadLetters: number
  readonly lanesPaused: number
  readonly lanesClosed: number
}

/** A lane is paused while it has texts that its pace, or the carrier, does not let out before the next second is over. */
export const outboxCounts = statement<OutboxCounts>(
  'outbox_counts',
  `select count(*) filter (where lease_until is null and due_at <= now()) as waiting,
     count(*) filter (where lease_until is null and due_at > now()) as later,
     count(*) filter (where lease_until >= now()) as "inFlight",
     count(*) filter (where lease_until < now()) as doubtful,
     min(due_at) filter (where lease_until is null and due_at <= now()) as "oldestAt",
     (select count(*) from dead_letter where settled_at is null) as "deadLetters",
     (select count(*) from lane where next_at > now() + interval '1 s' and exists (
       select from outbox where outbox.advisor_id = lane.advisor_id and outbox.number = lane.number
     )) as "lanesPaused",
     (select count(*) from texting_number where not active and exists (
       select from outbox
       where outbox.advisor_id = texting_number.advisor_id and outbox.number = texting_number.number
     )) as "lanesClosed"
   from outbox`,
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

/** The member's lock, in which every new text of a member is written. */
export const lockMemberOfMessage = statement<
  { readonly ending: string; readonly isOpen: boolean; readonly isAnswer: boolean },
  [messageId: number]
>(
  'lock_member_of_message',
  `select dead_letter.ending, dead_letter.settled_at is null as "isOpen",
     message.kind in ('stop_confirmation', 'help', 'guidance') as "isAnswer"
   from dead_letter
   join message on message.advisor_id = dead_letter.advisor_id and message.id = dead_letter.message_id
   join member on member.advisor_id = message.advisor_id and member.id = message.member_id
   where dead_letter.message_id = $1
   for no key update of member, dead_letter`,
)

export const returnToOutbox = statement<RetriedRow, [messageId: number]>(
  'return_to_outbox',
  `with settled as (
     update dead_letter set settled_at = now()
     where message_id = $1 and ending = 'failed' and settled_at is null
     returning advisor_id, message_id, attempts
   ), returned as (
     insert into outbox (advisor_id, member_id, message_id, number, phone, text, passes_gate, due_at)
     select message.advisor_id, member_id, id, number, phone, text, false, now()
     from settled join message on message.advisor_id = settled.advisor_id and message.id = settled.message_id
     returning advisor_id, member_id, message_id, number, phone, text
   )
   select returned.advisor_id as "advisorId", member_id as "memberId", returned.message_id as "messageId", number, phone,
     text, attempts, extract(epoch from now()::timestamptz(3))::float8 * 1000 as "atMs"
   from returned join settled on settled.message_id = returned.message_id`,
)

export const upsertPace = statement<object, [advisorId: number, number: string, textsPerSecond: number]>(
  'upsert_pace',
  `insert into lane (advisor_id, number, texts_per_second) values ($1, $2, $3)
   on conflict (advisor_id, number) do update set texts_per_second = excluded.texts_per_second`,
)

export const createMessagePartitions = statement<{ readonly made: number }>(
  'create_message_partitions',
  'select ensure_message_partitions() as made',
)

/** Receipts come within days. Later ones find nobody, like those of texts that were never ours. */
const keptFor = `interval '30 days'`

export const deleteOldCarrierMessages = statement<{ readonly deleted: number }, [limit: number]>(
  'delete_old_carrier_messages',
  `with gone as (
     delete from carrier_message where ctid = any (array(
       select ctid from carrier_message where created_at < now() - ${keptFor} limit $1
     )) returning 1
   ) select count(*) as deleted from gone`,
)

export const deleteOldReceipts = statement<{ readonly deleted: number }, [limit: number]>(
  'delete_old_receipts',
  `with gone as (
     delete from receipt where ctid = any (array(
       select ctid from receipt where received_at < now() - ${keptFor} limit $1
     )) returning 1
   ) select count(*) as deleted from gone`,
)
