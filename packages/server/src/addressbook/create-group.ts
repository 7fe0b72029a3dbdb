import type { GroupInput } from '@parley/contract'
import { inTransaction } from '../db/in-transaction.ts'
import type { Database } from '../db/pool.ts'
import { notRepeated, type Once } from '../http/once/once.ts'
import { runOnce } from '../http/once/run-once.ts'
import * as journal from '../journal/index.ts'
import { type Author, entryBy } from '../journal/index.ts'
import { groupByExternalId, growAddressBook, insertGroup, shareGroups } from './group-queries.ts'
import { type Source, sourceNumber } from './source.ts'

interface NewGroup {
  readonly source: Source
  readonly input: GroupInput
}

/** Answers the id of the new group, or of the one that has this external id: a sync may be run twice. */
export async function createGroup(
  database: Database,
  author: Author,
  { source, input: { name, externalGroupId } }: NewGroup,
  once: Once = notRepeated,
): Promise<number> {
  const { advisorId } = author
  return inTransaction(database, tx =>
    runOnce(tx, once, async () => {
      // While the gate is shared no group is removed, so one that is in the way of the insert can then be read.
      await shareGroups(tx, [advisorId])
      const [group] = await insertGroup(tx, [advisorId, name, externalGroupId, sourceNumber(source)])
      if (!group) {
        const [existing] = await groupByExternalId(tx, [advisorId, externalGroupId])
        if (!existing) throw new Error('a group that is in the way is not there')
        return existing.id
      }
      const { id, createdAt } = group
      await journal.append(tx, [
        entryBy(author, createdAt, {
          kind: 'group.created',
          subject: { kind: 'group', id },
          facts: {
            name,
            source: sourceNumber(source),
            ...(externalGroupId === undefined ? {} : { externalGroupId }),
          },
        }),
      ])
      await growAddressBook(tx, [advisorId, 0, 1])
      return id
    }),
  )
}
