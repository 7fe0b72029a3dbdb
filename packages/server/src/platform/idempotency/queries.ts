import type { Column } from '../db/rows.ts'
import { statement } from '../db/statement.ts'

interface ClaimedRow {
  readonly isNew: boolean
  readonly isSame: boolean
  readonly answer: unknown
}

type KeyColumns = [
  advisorIds: Column<'advisorId', number>,
  applicationIds: Column<'applicationId', number>,
  operations: Column<'operation', string>,
  keys: Column<'key', string>,
]

/** In the order given. */
export const claimKeyRows = statement<ClaimedRow, [...KeyColumns, fingerprints: readonly Buffer[]]>(
  'claim_idempotency_keys',
  `select is_new as "isNew", is_same as "isSame", kept_answer as answer
   from claim_idempotency_keys($1, $2, $3, $4, $5)`,
)

/** Returns a row for each key whose response is now stored. */
export const storeResponseRows = statement<object, [...KeyColumns, answers: readonly string[]]>(
  'set_idempotency_answers',
  `update idempotency_key as kept set answer = given.answer
   from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::jsonb[])
     as given (advisor_id, application_id, operation, key, answer)
   where kept.advisor_id = given.advisor_id and kept.application_id = given.application_id
     and kept.operation = given.operation and kept.key = given.key
   returning kept.advisor_id`,
)

interface KeptRow {
  /** Position of the key in the list, from 1. */
  readonly position: number
  readonly fingerprint: Buffer
  readonly answer: unknown
}

/**
 * Locks the stored rows in one order. The lock is a write whose commit waits for the standby: a plain read would acknowledge
 * data that the standby may not have.
 */
export const lockKept = statement<KeptRow, KeyColumns>(
  'lock_idempotency_answers',
  `select given.position, kept.fingerprint, kept.answer
   from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) with ordinality
     as given (advisor_id, application_id, operation, key, position)
   join idempotency_key as kept
     on kept.advisor_id = given.advisor_id and kept.application_id = given.application_id
     and kept.operation = given.operation and kept.key = given.key
   where kept.created_at >= statement_timestamp() - interval '24 hours'
   order by kept.advisor_id, kept.application_id, kept.operation, kept.key, given.position
   for no key update of kept`,
)

/** Returns a row if something is stored. */
export const answered = statement<
  object,
  [advisorId: number, applicationId: number, operation: string, key: string]
>(
  'idempotency_key_is_answered',
  `select from idempotency_key
   where advisor_id = $1 and application_id = $2 and operation = $3 and key = $4 and answer is not null
     and created_at >= statement_timestamp() - interval '24 hours'`,
)

export const keepNew = statement<
  object,
  [...KeyColumns, fingerprints: readonly Buffer[], answers: readonly string[]]
>('keep_idempotency_answers', 'select from keep_idempotency_answers($1, $2, $3, $4, $5, $6)')

/** The age at which claim_idempotency_keys treats a key as absent. */
export const deleteExpiredBatch = statement<object, [batchSize: number]>(
  'delete_expired_idempotency_keys',
  `delete from idempotency_key where (advisor_id, application_id, operation, key) in (
     select advisor_id, application_id, operation, key from idempotency_key
     where created_at < statement_timestamp() - interval '24 hours'
     order by created_at limit $1 for update skip locked)
   returning advisor_id`,
)
