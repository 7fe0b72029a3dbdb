import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { deletePasskey, knownPasskeys, lockSignInMethods } from '../sign-in/passkeys/queries.ts'

/** The passkey stops working. The last sign-in method cannot be removed. */
export async function removePasskey(
  database: Database,
  author: journal.Author,
  passkeyId: string,
): Promise<void> {
  const { advisorId } = author
  await inTransaction(database, async tx => {
    const [advisor] = await lockSignInMethods(tx, [advisorId])
    const [removed] = await deletePasskey(tx, [advisorId, passkeyId])
    if (!removed) throw new Problem('not_found', 'There is no such passkey on this account.')
    const left = await knownPasskeys(tx, [advisorId])
    if (!advisor?.hasPassword && left.length === 0) {
      throw new Problem('conflict', 'This is the only way to sign in. Set a password or add a passkey first.')
    }
    await journal.append(tx, [
      journal.entryBy(author, removed.at, {
        kind: 'passkey.removed',
        subject: { kind: 'advisor', id: advisorId },
        facts: { name: removed.name },
      }),
    ])
  })
}
