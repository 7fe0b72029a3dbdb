import type { Column } from '../../platform/db/rows.ts'
import { statement } from '../../platform/db/statement.ts'

export type MessageKind =
  | 'text'
  | 'consent_request'
  | 'guidance'
  | 'stop_confirmation'
  | 'opt_in_confirmation'
  | 'help'

/** Inserts each message together with its outbox row. */
export const insertTexts = statement<
  object,
  [
    advisorIds: Column<'advisorId', number>,
    messageIds: Column<'messageId', number>,
    memberIds: Column<'memberId', number>,
    kinds: Column<'kind', MessageKind>,
    numbers: Column<'number', string>,
    phones: Column<'phone', string>,
    texts: Column<'text', string>,
    consentVersions: Column<'consentVersion', number>,
    times: Column<'at', Date>,
    passGate: readonly boolean[],
    expireAt: readonly (Date | null)[],
    applicationIds: readonly (number | null)[],
    traceParents: readonly (string | null)[],
  ]
>(
  'insert_texts',
  `with accepted as (
     select * from unnest(
       $1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::integer[],
       $9::timestamptz[], $10::boolean[], $11::timestamptz[], $12::bigint[], $13::text[]
     ) as accepted (
       advisor_id, id, member_id, kind, number, phone, text, consent_version, at, passes_gate, expires_at,
       application_id, trace_parent
     )
   ), written as (
     insert into message (
       advisor_id, id, member_id, direction, kind, number, phone, text, consent_version, created_at
     )
     select advisor_id, id, member_id, 'out', kind, number, phone, text, consent_version, at from accepted
   )
   insert into outbox (advisor_id, member_id, message_id, number, passes_gate, due_at, expires_at, application_id, trace_parent)
   select advisor_id, member_id, id, number, passes_gate, at, expires_at, application_id, trace_parent from accepted`,
)

/** Applies to the rest of the transaction. */
export const limitLockWaits = statement('limit_lock_waits', `set local lock_timeout = '1s'`)

export const holdersForShare = statement<
  { readonly id: number; readonly holderId: number },
  [advisorIds: readonly number[]]
>(
  'holders_for_share',
  'select id, coalesce(holder_id, id) as "holderId" from advisor where id = any ($1::bigint[]) order by id for share',
)

/** Without those that are locked. */
export const holdersNowForShare = statement<
  { readonly id: number; readonly holderId: number },
  [advisorIds: readonly number[]]
>(
  'holders_now_for_share',
  `select id, coalesce(holder_id, id) as "holderId" from advisor where id = any ($1::bigint[]) order by id
   for share skip locked`,
)
