import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type PersonAuthor, recordOfPerson } from '../person/person-author.ts'
import { lockSignInMethods } from '../sign-in/passkeys/queries.ts'
import { deleteRecoveryCodes, deleteSecondFactor } from './queries.ts'
import { requireFactorLeft } from './require-factor-left.ts'

/** The password alone signs in again. */
export async function removeFactor(database: Database, author: PersonAuthor): Promise<void> {
  const { personId } = author
  await inTransaction(database, async tx => {
    await lockSignInMethods(tx, [personId])
    const [removed] = await deleteSecondFactor(tx, [personId])
    if (!removed) throw new Problem('not_found', 'No authenticator app is set up.')
    await deleteRecoveryCodes(tx, [personId])
    await requireFactorLeft(tx, personId)
    await recordOfPerson(tx, author, { kind: 'second_factor.removed', facts: {} })
  })
}
