import { classifyDatabaseError } from '../db/errors.ts'
import type { Tx } from '../db/pool.ts'
import { columns, required } from '../db/rows.ts'
import { type Answer, type Answered, type Claim, nameOf } from './claim.ts'
import { stillInProgress, usedForAnotherBody } from './errors.ts'
import type { Idempotency, IdempotencyKey } from './idempotency.ts'
import { claimKeyRows, storeResponseRows } from './queries.ts'

/**
 * Does the work, or returns the stored result of an earlier identical request. Must come first in the transaction, so that only
 * one of two twins locks the rows of the work.
 */
export async function runOnce<Result extends Answer>(
  tx: Tx,
  idempotency: Idempotency,
  work: () => Promise<Result>,
): Promise<Result> {
  const { key } = idempotency
  if (!key) return work()
  const [claim] = await claimKeys(tx, [key])
  switch (claim?.state) {
    case 'new': {
      const answer = await work()
      await storeResponses(tx, [{ key, answer }])
      return answer
    }
    case 'done':
      idempotency.replayed = true
      return claim.answer as Result
    case 'other body':
      throw usedForAnotherBody()
    default:
      throw new Error('a single key has no twin in its list')
  }
}

/**
 * Claims keys before anything else is locked, and returns a claim for each. If a twin holds a key and has not committed, this
 * waits: if the twin is rolled back, the key is new. Only commits store responses, so a refused request is decided again on a
 * retry.
 */
export async function claimKeys(tx: Tx, keys: readonly IdempotencyKey[]): Promise<Claim<IdempotencyKey>[]> {
  const rows = await claimKeyRows(
    tx,
    columns(keys, 'advisorId', 'applicationId', 'operation', 'key', 'fingerprint'),
  ).catch((error: unknown) => {
    // The lock timeout, or the statement timeout if shorter: only a twin can make this wait.
    throw classifyDatabaseError(error) === 'timeout' ? stillInProgress(error) : error
  })
  if (rows.length !== keys.length) throw new Error('a claimed key is missing')
  const firsts = new Map<string, IdempotencyKey>()
  return keys.map((key, index) => {
    const { isNew, isSame, answer } = required(rows[index], 'the row of a claimed key')
    if (!isSame) return { state: 'other body' }
    if (!isNew) {
      if (answer === null) throw new Error('a stored key has no response')
      return { state: 'done', answer }
    }
    const name = nameOf(key)
    const first = firsts.get(name)
    if (first) return { state: 'twin', of: first }
    firsts.set(name, key)
    return { state: 'new' }
  })
}

/** Stores the responses of requests with new keys, in the transaction that claimed them. */
export async function storeResponses(tx: Tx, answered: readonly Answered[]): Promise<void> {
  const keys = answered.map(({ key }) => key)
  const kept = await storeResponseRows(tx, [
    ...columns(keys, 'advisorId', 'applicationId', 'operation', 'key'),
    answered.map(({ answer }) => JSON.stringify(answer)),
  ])
  if (kept.length !== answered.length) throw new Error('a response has no claimed key')
}
