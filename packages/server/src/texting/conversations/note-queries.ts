import { statement } from '../../platform/db/statement.ts'

/** The writer holds the member's lock, so one member's texts are recorded in order. */
export const noteReceived = statement<object, [advisorId: number, memberId: number, messageId: number]>(
  'note_received_text',
  `insert into conversation (advisor_id, member_id, unread_count, last_received_id) values ($1, $2, 1, $3)
   on conflict (advisor_id, member_id) do update
   set unread_count = conversation.unread_count + 1, last_received_id = excluded.last_received_id`,
)

/** In key order, so that two batches cannot deadlock. */
export const noteFailed = statement<
  object,
  [advisorIds: readonly number[], memberIds: readonly number[], messageIds: readonly number[]]
>(
  'note_failed_texts',
  `insert into conversation (advisor_id, member_id, last_failed_id)
   select advisor_id, member_id, max(message_id)
   from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as failed (advisor_id, member_id, message_id)
   group by advisor_id, member_id order by advisor_id, member_id
   on conflict (advisor_id, member_id) do update
   set last_failed_id = greatest(conversation.last_failed_id, excluded.last_failed_id)`,
)

export const hasMember = statement<{ readonly memberId: number }, [advisorId: number, memberId: number]>(
  'member_is_there',
  'select id as "memberId" from member where advisor_id = $1 and id = $2',
)

/** Waits for a reply that is being recorded, and makes later ones wait. */
export const lockConversation = statement<object, [advisorId: number, memberId: number]>(
  'lock_conversation',
  `insert into conversation as known (advisor_id, member_id) values ($1, $2)
   on conflict (advisor_id, member_id) do update set read_up_to = known.read_up_to`,
)

/** Capped at the latest text: a later one is not read before it arrives. */
export const setRead = statement<
  { readonly unreadCount: number },
  [advisorId: number, memberId: number, upToMessageId: number]
>(
  'set_conversation_read',
  `with reached as (
     select greatest(conversation.read_up_to, least($3::bigint, (
       select message.id from message where message.advisor_id = $1 and message.member_id = $2
       order by message.id desc limit 1
     ))) as id
     from conversation where advisor_id = $1 and member_id = $2
   )
   update conversation set read_up_to = reached.id, read_at = clock_timestamp(), unread_count = (
     select count(*) from message
     where message.advisor_id = $1 and message.member_id = $2 and message.id > reached.id and message.direction = 'in'
   )
   from reached where conversation.advisor_id = $1 and conversation.member_id = $2
   returning unread_count as "unreadCount"`,
)

export const countUnread = statement<{ readonly conversations: number }, [advisorId: number]>(
  'count_unread_conversations',
  'select count(*) as conversations from conversation where advisor_id = $1 and unread_count > 0',
)

export interface ReadingRow {
  readonly advisorId: number
  readonly memberId: number
  readonly readAt: Date
}

export const readingsSince = statement<ReadingRow, [advisorIds: readonly number[], since: readonly Date[]]>(
  'readings_since',
  `select reading.advisor_id as "advisorId", reading.member_id as "memberId", reading.read_at as "readAt"
   from unnest($1::bigint[], $2::timestamptz[]) as listening (advisor_id, since)
   cross join lateral (
     select * from conversation
     where conversation.advisor_id = listening.advisor_id and read_at >= listening.since
     order by read_at limit 500
   ) as reading`,
)
