import type { ConsentEvent, ConsentState } from '../../consent/index.ts'
import { statement } from '../../platform/db/statement.ts'
import type { MessageKind } from '../sending/queries.ts'
import type { RefusalCode } from '../sending/refusal.ts'
import type { TextStatus } from './list-queries.ts'

export interface ThreadTextRow {
  readonly messageId: number
  readonly direction: 'out' | 'in'
  readonly kind: MessageKind
  readonly text: string
  readonly status: TextStatus
  readonly reason: string | null
  readonly carrierReason: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  /** The sender as recorded in the journal. */
  readonly actor: unknown
}

/** The journal's key already finds entries of one exact time, so no extra index is needed. */
const actorOf = (at: string, kind: string, subject: string): string => `(
  select entry->'actor' from journal_entry as told
  where told.advisor_id = $1 and told.occurred_at = ${at} and told.kind = ${kind}
    and told.subject_id = ${subject} limit 1
)`

export const threadTexts = statement<
  ThreadTextRow,
  [advisorId: number, memberId: number, beforeId: number, limit: number]
>(
  'thread_texts',
  `select id as "messageId", direction, kind, text, status, reason, carrier_reason as "carrierReason", created_at as "createdAt",
     updated_at as "updatedAt", case direction when 'out' then ${actorOf('text.created_at', `'message.accepted'`, 'text.id')} end as actor
   from (
     select * from message_status where advisor_id = $1 and member_id = $2 and id < $3 order by id desc limit $4
   ) as text order by id desc`,
)

export interface ThreadRefusalRow {
  readonly entryId: number
  readonly at: Date
  readonly text: string
  readonly code: RefusalCode
  readonly actor: unknown
}

export const threadRefusals = statement<
  ThreadRefusalRow,
  [advisorId: number, memberId: number, beforeAt: Date, beforeId: number, limit: number]
>(
  'thread_refusals',
  `select id as "entryId", occurred_at as at, entry->'facts'->>'text' as text, entry->'facts'->>'code' as code,
     entry->'actor' as actor
   from journal_entry
   where advisor_id = $1 and subject_id = $2 and kind = 'message.refused' and (occurred_at, id) < ($3::timestamptz, $4)
   order by occurred_at desc, id desc limit $5`,
)

export interface ConsentStepRow {
  readonly version: number
  readonly event: ConsentEvent
  readonly before: ConsentState
  readonly after: ConsentState
  readonly at: Date
  readonly evidence: {
    readonly requestText?: string
    readonly reply?: string
    readonly note?: string
    readonly messageId?: number
  }
  readonly actor: unknown
}

export const consentSteps = statement<
  ConsentStepRow,
  [advisorId: number, memberId: number, beforeVersion: number, limit: number]
>(
  'consent_steps',
  `select version, event, state_before as before, state_after as after, occurred_at as at, evidence,
     ${actorOf('step.occurred_at', `'consent.' || step.event`, '$2')} as actor
   from (
     select * from consent_event where advisor_id = $1 and member_id = $2 and version < $3::bigint
     order by version desc limit $4
   ) as step order by version desc`,
)
