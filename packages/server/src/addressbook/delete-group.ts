import { inTransaction } from '../db/in-transaction.ts'
import type { Database } from '../db/pool.ts'
import * as journal from '../journal/index.ts'
import { type Author, entryBy } from '../journal/index.ts'
import { noGroup } from './errors.ts'
import {
  closeGroups,
  deleteGroupRow,
  emptyGroup,
  lockGroupToDelete,
  shrinkAddressBook,
} from './group-queries.ts'

/** Removes the group and its memberships; the contacts stay. Who was in it follows from the entries before this one. */
export async function deleteGroup(database: Database, author: Author, groupId: number): Promise<void> {
  const { advisorId } = author
  await inTransaction(database, async tx => {
    await closeGroups(tx, [advisorId])
    const [group] = await lockGroupToDelete(tx, [advisorId, groupId])
    if (!group) throw noGroup()
    await emptyGroup(tx, [advisorId, groupId])
    const [deleted] = await deleteGroupRow(tx, [advisorId, groupId])
    if (!deleted) throw new Error('a locked group is gone')
    const { name, externalId, source, contactCount } = group
    await journal.append(tx, [
      entryBy(author, deleted.deletedAt, {
        kind: 'group.deleted',
        subject: { kind: 'group', id: groupId },
        facts: {
          name,
          source,
          contactCount,
          ...(externalId === null ? {} : { externalGroupId: externalId }),
        },
      }),
    ])
    await shrinkAddressBook(tx, [advisorId, 0, 1])
  })
}
