import type { GroupInput } from '@parley/contract'
import * as journal from '../../journal/index.ts'
import { type Author, entryBy } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { type Idempotency, withoutIdempotency } from '../../platform/idempotency/idempotency.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { growAddressBook, shareGroups } from '../book.ts'
import { type Source, sourceNumber } from '../source.ts'
import { groupByExternalId, insertGroup } from './queries.ts'

interface NewGroup {
  readonly source: Source
  readonly input: GroupInput
}

/** Returns the id of the new group, or of the existing one with this external id, so that a sync can run twice. */
export async function createGroup(
  database: Database,
  author: Author,
  { source, input: { name, externalGroupId } }: NewGroup,
  idempotency: Idempotency = withoutIdempotency,
): Promise<number> {
  const { advisorId } = author
  return inTransaction(database, tx =>
    runOnce(tx, idempotency, async () => {
      // No group is removed while the gate is shared, so a group that conflicts with the insert can be read afterwards.
      await shareGroups(tx, [advisorId])
      const [group] = await insertGroup(tx, [advisorId, name, externalGroupId, sourceNumber(source)])
      if (!group) {
        const existing = firstRow(
          await groupByExternalId(tx, [advisorId, externalGroupId]),
          'the group of the same name',
        )
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
