import * as journal from '../../journal/index.ts'
import { type Author, entryBy } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { closeGroups, shrinkAddressBook } from '../book.ts'
import { noGroup } from '../errors.ts'
import { deleteGroupRow, emptyGroup, lockGroup } from './queries.ts'
import { insertRemoval } from './removal-queries.ts'
import { membersAtOnce, removeMembersOfGroup } from './remove-members-of-group.ts'

/**
 * Removes the group and its memberships; the contacts stay. Earlier journal entries tell who was in it. Many memberships are
 * removed by a job: without their group they are invisible from here on.
 */
export async function deleteGroup(database: Database, author: Author, groupId: number): Promise<void> {
  const { advisorId } = author
  await inTransaction(database, async tx => {
    await closeGroups(tx, [advisorId])
    const [group] = await lockGroup(tx, [advisorId, groupId])
    if (!group) throw noGroup()
    const { name, externalId, source, contactCount } = group
    if (contactCount <= membersAtOnce) await emptyGroup(tx, [advisorId, groupId])
    else {
      await insertRemoval(tx, [advisorId, groupId, name, contactCount])
      await enqueue(tx, removeMembersOfGroup, { advisorId, groupId })
    }
    const deleted = firstRow(await deleteGroupRow(tx, [advisorId, groupId]), 'the locked group')
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
