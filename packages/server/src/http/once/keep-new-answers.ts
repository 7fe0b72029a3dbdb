import { DatabaseError } from 'pg'
import { classifyDatabaseError } from '../../db/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { KeyTakenError, stillUnderWay } from './errors.ts'
import type { Answered } from './keep-answers.ts'
import { keepNew } from './queries.ts'

/** Keeps the answers to requests whose keys findKeptAnswers called new. Fails with KeyTakenError if one no longer is. */
export async function keepNewAnswers(tx: Tx, answered: readonly Answered[]): Promise<void> {
  if (answered.length === 0) return
  await keepNew(tx, [
    answered.map(({ key }) => key.advisorId),
    answered.map(({ key }) => key.applicationId),
    answered.map(({ key }) => key.operation),
    answered.map(({ key }) => key.key),
    answered.map(({ key }) => key.fingerprint),
    answered.map(({ answer }) => JSON.stringify(answer)),
  ]).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === '23505') throw new KeyTakenError()
    // The only thing to wait for here is a twin.
    throw classifyDatabaseError(error) === 'timeout' ? stillUnderWay(error) : error
  })
}
