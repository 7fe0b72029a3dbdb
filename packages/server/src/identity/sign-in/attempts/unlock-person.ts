import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { type PersonAuthor, recordOfPerson } from '../../person/person-author.ts'
import { forgetFailuresOf } from './queries.ts'

/** Resets failed sign-ins of a person, so that the next attempt is allowed at once. */
export async function unlockPerson(database: Database, author: PersonAuthor): Promise<void> {
  await inTransaction(database, async tx => {
    await forgetFailuresOf(tx, [author.personId])
    await recordOfPerson(tx, author, { kind: 'sign_in.unlocked', facts: {} })
  })
}
