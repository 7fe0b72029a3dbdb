import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type PersonAuthor, recordOfPerson } from '../person/person-author.ts'
import { requireFactorLeft } from '../second-factor/require-factor-left.ts'
import { deletePasskey, knownPasskeys, lockSignInMethods } from '../sign-in/passkeys/queries.ts'

/** The passkey stops working. The last sign-in method cannot be removed. */
export async function removePasskey(
  database: Database,
  author: PersonAuthor,
  passkeyId: string,
): Promise<void> {
  const { personId } = author
  await inTransaction(database, async tx => {
    const [person] = await lockSignInMethods(tx, [personId])
    const [removed] = await deletePasskey(tx, [personId, passkeyId])
    if (!removed) throw new Problem('not_found', 'There is no such passkey on this account.')
    const left = await knownPasskeys(tx, [personId])
    if (!person?.hasPassword && left.length === 0) {
      throw new Problem('conflict', 'This is the only way to sign in. Set a password or add a passkey first.')
    }
    await requireFactorLeft(tx, personId)
    await recordOfPerson(tx, author, { kind: 'passkey.removed', facts: { name: removed.name } })
  })
}
