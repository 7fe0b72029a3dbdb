import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import * as journal from '../../journal/index.ts'
import { deletePasskey, knownPasskeys, lockWaysIn } from '../sign-in/queries.ts'

/** It opens nothing any more. The last way to sign in stays. */
export async function removePasskey(
  database: Database,
  author: journal.Author,
  passkeyId: string,
): Promise<void> {
  const { advisorId } = author
  await inTransaction(database, async tx => {
    const [advisor] = await lockWaysIn(tx, [advisorId])
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
