import type { Tx } from '../../db/pool.ts'
import { claimKeys } from './claim-keys.ts'
import { usedForAnotherBody } from './errors.ts'
import { type Answer, keepAnswers } from './keep-answers.ts'
import type { Once } from './once.ts'

/**
 * Does the work, or answers what it answered when the request first came. It comes first in the transaction: what the
 * work locks is locked by one of the twins only.
 */
export async function runOnce<Result extends Answer>(
  tx: Tx,
  once: Once,
  work: () => Promise<Result>,
): Promise<Result> {
  const { key } = once
  if (!key) return work()
  const [claim] = await claimKeys(tx, [key])
  switch (claim?.state) {
    case 'new': {
      const answer = await work()
      await keepAnswers(tx, [{ key, answer }])
      return answer
    }
    case 'done':
      once.replayed = true
      return claim.answer as Result
    case 'other body':
      throw usedForAnotherBody()
    default:
      throw new Error('a single key has no twin in its list')
  }
}
