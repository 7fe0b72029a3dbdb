import * as journal from '../../journal/index.ts'
import { type Author, entryBy } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { shareGroups, touchAddressBook } from '../book.ts'
import { noGroup } from '../errors.ts'
import { lockGroup, renameGroupRow } from './queries.ts'

/** The same name again is not recorded. */
export async function renameGroup(
  database: Database,
  author: Author,
  groupId: number,
  name: string,
): Promise<void> {
  const { advisorId } = author
  await inTransaction(database, async tx => {
    await shareGroups(tx, [advisorId])
    const [before] = await lockGroup(tx, [advisorId, groupId])
    if (!before) throw noGroup()
    const [renamed] = await renameGroupRow(tx, [advisorId, groupId, name])
    if (!renamed) return
    await journal.append(tx, [
      entryBy(author, renamed.modifiedAt, {
        kind: 'group.renamed',
        subject: { kind: 'group', id: groupId },
        facts: { before: before.name, after: name },
      }),
    ])
    await touchAddressBook(tx, [advisorId])
  })
}
