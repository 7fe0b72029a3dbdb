import { DatabaseError } from 'pg'
import { classifyDatabaseError } from '../db/errors.ts'
import type { Tx } from '../db/pool.ts'
import { columns } from '../db/rows.ts'
import { type Answered, type Claim, nameOf } from './claim.ts'
import { KeyTakenError, stillInProgress } from './errors.ts'
import type { Idempotency, IdempotencyKey } from './idempotency.ts'
import { keepNew, lockKept } from './queries.ts'

export interface Claimed<Request> {
  readonly request: Request
  readonly claim: Claim<Request>
}

/**
 * Looks up stored responses without claiming the keys: for callers that first lock rows which twins share, and store their
 * responses with storeNewResponses in the same transaction. A request without a key is always new.
 */
export async function findStoredResponses<Request extends { readonly idempotency: Idempotency }>(
  tx: Tx,
  requests: readonly Request[],
): Promise<Claimed<Request>[]> {
  const keys = requests.flatMap(({ idempotency }) => idempotency.key ?? [])
  const rows =
    keys.length === 0
      ? []
      : await lockKept(tx, columns(keys, 'advisorId', 'applicationId', 'operation', 'key'))
  const kept = new Map(rows.map(row => [keys[row.position - 1], row]))
  const firsts = new Map<string, { readonly request: Request; readonly key: IdempotencyKey }>()
  const claimOf = (request: Request): Claim<Request> => {
    const { key } = request.idempotency
    if (!key) return isNew
    const row = kept.get(key)
    if (row)
      return row.fingerprint.equals(key.fingerprint) ? { state: 'done', answer: row.answer } : otherBody
    const name = nameOf(key)
    const first = firsts.get(name)
    if (!first) {
      firsts.set(name, { request, key })
      return isNew
    }
    return first.key.fingerprint.equals(key.fingerprint) ? { state: 'twin', of: first.request } : otherBody
  }
  return requests.map(request => ({ request, claim: claimOf(request) }))
}

const isNew = { state: 'new' } as const
const otherBody = { state: 'other body' } as const

/**
 * Stores the responses of requests whose keys findStoredResponses called new. Fails with KeyTakenError if one no longer
 * is.
 */
export async function storeNewResponses(tx: Tx, answered: readonly Answered[]): Promise<void> {
  if (answered.length === 0) return
  const keys = answered.map(({ key }) => key)
  await keepNew(tx, [
    ...columns(keys, 'advisorId', 'applicationId', 'operation', 'key', 'fingerprint'),
    answered.map(({ answer }) => JSON.stringify(answer)),
  ]).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === '23505') throw new KeyTakenError()
    // Only a twin can make this statement wait.
    throw classifyDatabaseError(error) === 'timeout' ? stillInProgress(error) : error
  })
}
