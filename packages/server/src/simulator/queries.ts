import type { Receipt } from '../carriers/index.ts'
import { statement } from '../platform/db/statement.ts'
import type { ChosenBehaviour } from './handsets/behaviour.ts'

export interface Settings {
  readonly isUp: boolean
  readonly isDelivering: boolean
  readonly answer: 'once' | 'twice' | 'never' | 'dropped'
  readonly answerDelayMs: number
}

const settingColumns = `is_up as "isUp", is_delivering as "isDelivering", answer, answer_delay_ms as "answerDelayMs"`

const gate = `hashtextextended('the simulator takes texts', 0)`

/** First in the transaction that stores texts. A lookup waits for all that have reached this point. */
export const openGate = statement<Settings & { readonly hasChosen: boolean }>(
  'open_simulator_gate',
  `select ${settingColumns}, exists (select from simulator_handset) as "hasChosen"
   from simulator_setting, pg_advisory_xact_lock_shared(${gate})`,
)

type Pairs = [phones: readonly string[], numbers: readonly string[]]

export const chosenBehavioursOf = statement<
  { readonly phone: string; readonly number: string; readonly behaviour: ChosenBehaviour },
  Pairs
>(
  'chosen_simulator_behaviours',
  `select phone, number, behaviour from simulator_handset
   where (phone, number) in (select * from unnest($1::text[], $2::text[]))`,
)

export const chooseBehaviour = statement<object, [phone: string, number: string, behaviour: ChosenBehaviour]>(
  'choose_simulator_behaviour',
  `insert into simulator_handset (phone, number, behaviour) values ($1, $2, $3)
   on conflict (phone, number) do update set behaviour = excluded.behaviour`,
)

export const closeGate = statement<object>(
  'close_simulator_gate',
  `select from pg_advisory_xact_lock(${gate})`,
)

/** Returns how often each was refused, including this time. */
export const countRefusals = statement<
  { readonly reference: string; readonly times: number },
  [references: readonly string[]]
>(
  'count_simulator_refusals',
  `insert into simulator_refusal as refusal (reference, times)
   select reference, 1 from unnest($1::text[]) as given (reference)
   on conflict (reference) do update set times = refusal.times + 1
   returning reference, times`,
)

/**
 * Stores new texts and plans their receipts and replies; others are not returned. References must be unique in the list. A
 * phone does not reply to a reply to its own text: otherwise it and the service would continue forever.
 */
export const insertTexts = statement<
  { readonly reference: string; readonly id: number },
  [
    references: readonly string[],
    numbers: readonly string[],
    phones: readonly string[],
    texts: readonly string[],
    statuses: readonly (string | null)[],
    reasons: readonly (string | null)[],
    receiptDelaysMs: readonly number[],
    replies: readonly (string | null)[],
    replyDelayMs: number,
    partIds: readonly (string | null)[],
    shortReferences: readonly (number | null)[],
  ]
>(
  'insert_simulator_texts',
  `with given as materialized (
     select * from unnest(
       $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[], $8::text[], $10::text[],
       $11::integer[]
     ) as given (reference, number, phone, text, statuses, reason, receipt_delay_ms, reply, part_ids, short_reference)
   ), taken as (
     insert into simulator_text (reference, number, phone, text) select reference, number, phone, text from given
     on conflict (reference) do nothing
     returning reference, id
   ), told as (
     insert into simulator_event (kind, due_at, text_id, statuses, reason, phone, number, part_ids, short_reference)
     select 'receipt', statement_timestamp() + receipt_delay_ms * interval '1 ms', taken.id, statuses::text[], reason,
       phone, number, part_ids::text[], short_reference
     from taken join given on given.reference = taken.reference
     where statuses is not null
   ), replied as (
     insert into simulator_text (number, phone, text, created_at)
     select number, phone, reply, statement_timestamp() + $9::integer * interval '1 ms'
     from taken join given on given.reference = taken.reference
     where reply is not null and (
       select earlier.reference is not null or earlier.text <> reply from simulator_text as earlier
       where earlier.phone = given.phone and earlier.number = given.number order by id desc limit 1
     ) is not false
     returning id, number, phone, text, created_at
   ), answered as (
     insert into simulator_event (kind, due_at, text_id, number, phone, text)
     select 'reply', created_at, id, number, phone, text from replied
   )
   select reference, id from taken`,
)

export const textsByReference = statement<
  { readonly reference: string; readonly id: number },
  [references: readonly string[]]
>(
  'simulator_texts_by_reference',
  'select reference, id from simulator_text where reference = any($1::text[])',
)

export const stateNow = statement<Settings & { readonly hasReceipts: boolean; readonly hasReplies: boolean }>(
  'simulator_state',
  `select ${settingColumns},
     exists (select from simulator_event where kind = 'receipt' and due_at <= statement_timestamp()) as "hasReceipts",
     exists (select from simulator_event where kind = 'reply' and due_at <= statement_timestamp()) as "hasReplies"
   from simulator_setting`,
)

/**
 * For a transaction whose loss is harmless: its removed events would be delivered once more. It is idle while its events are
 * delivered, and locks rows that nobody else waits for.
 */
export const commitLazily = statement<object>(
  'commit_lazily',
  `select set_config('synchronous_commit', 'off', true),
     set_config('idle_in_transaction_session_timeout', '60s', true)`,
)

const takeDue = (kind: 'receipt' | 'reply', columns: string): string => `
  delete from simulator_event where ctid = any (array(
    select ctid from simulator_event where kind = '${kind}' and due_at <= statement_timestamp()
    order by due_at, text_id limit $1 for update skip locked
  ))
  returning text_id as "textId", due_at as "dueAt", ${columns}`

export interface ReceiptRow {
  readonly textId: number
  readonly dueAt: Date
  readonly statuses: readonly Receipt['status'][]
  readonly reason: string | null
  readonly phone: string | null
  readonly number: string | null
  readonly partIds: readonly string[] | null
  readonly shortReference: number | null
}

/** Locks and marks rows as delivered until the transaction ends. In no particular order. */
export const takeDueReceipts = statement<ReceiptRow, [limit: number]>(
  'take_due_simulator_receipts',
  takeDue(
    'receipt',
    'statuses, reason, phone, number, part_ids as "partIds", short_reference as "shortReference"',
  ),
)

export interface ReplyRow {
  readonly textId: number
  readonly dueAt: Date
  readonly phone: string
  readonly number: string
  readonly text: string
}

export const takeDueReplies = statement<ReplyRow, [limit: number]>(
  'take_due_simulator_replies',
  takeDue('reply', 'phone, number, text'),
)

export const insertReply = statement<{ readonly id: number }, [phone: string, number: string, text: string]>(
  'insert_simulator_reply',
  `with written as (
     insert into simulator_text (phone, number, text) values ($1, $2, $3) returning id, phone, number, text, created_at
   ), waiting as (
     insert into simulator_event (kind, due_at, text_id, phone, number, text)
     select 'reply', created_at, id, phone, number, text from written
   )
   select id from written`,
)

export interface HandsetRow {
  readonly id: number
  readonly reference: string | null
  readonly text: string
  readonly createdAt: Date
}

type Conversation = [phone: string, number: string, since: Date]

export const handsetTexts = statement<HandsetRow, [...Conversation, limit: number, offset: number]>(
  'handset_texts',
  `select id, reference, text, created_at as "createdAt" from simulator_text
   where phone = $1 and number = $2 and created_at >= $3 order by id limit $4 offset $5`,
)

export const countHandsetTexts = statement<{ readonly total: number }, Conversation>(
  'count_handset_texts',
  'select count(*) as total from simulator_text where phone = $1 and number = $2 and created_at >= $3',
)

const keptFor = `interval '30 days'`

export const deleteOldSimulatorTexts = statement<{ readonly deleted: number }, [limit: number]>(
  'delete_old_simulator_texts',
  `with gone as (
     delete from simulator_text where ctid = any (array(
       select ctid from simulator_text where created_at < now() - ${keptFor} limit $1
     )) returning 1
   ) select count(*) as deleted from gone`,
)

/** Refusal counts of texts that are about to be deleted. */
export const deleteOldRefusals = statement<{ readonly deleted: number }, [limit: number]>(
  'delete_old_simulator_refusals',
  `with gone as (
     delete from simulator_refusal where reference in (
       select refusal.reference from simulator_refusal as refusal
       join simulator_text on simulator_text.reference = refusal.reference
       where simulator_text.created_at < now() - ${keptFor} limit $1
     ) returning 1
   ) select count(*) as deleted from gone`,
)
