import * as journal from '../../journal/index.ts'
import { type Author, entryBy } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { type Idempotency, withoutIdempotency } from '../../platform/idempotency/idempotency.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { closeGroups, touchAddressBook } from '../book.ts'
import { addedAndRemoved, noGroup, unknownContacts } from '../errors.ts'
import { groupRow } from '../search/queries.ts'
import {
  type ChangedMember,
  changeMembersOfGroup,
  groupIdsOfContacts,
  lockContacts,
  lockGroups,
} from './queries.ts'

interface Wanted {
  readonly groupId: number
  readonly add: readonly number[]
  readonly remove: readonly number[]
}

interface Changed {
  readonly added: number
  readonly removed: number
  readonly contactCount: number
}

/** Adds contacts to a group and removes others, all of them or none. */
export async function changeGroupMembers(
  database: Database,
  author: Author,
  wanted: Wanted,
  idempotency: Idempotency = withoutIdempotency,
): Promise<Changed> {
  const { groupId, add, remove } = wanted
  const removed = new Set(remove)
  const both = add.flatMap((id, position) => (removed.has(id) ? [`/add/${position}`] : []))
  if (both.length > 0) throw addedAndRemoved(both)
  const { advisorId } = author
  return inTransaction(database, tx =>
    runOnce(tx, idempotency, async () => {
      // Several contacts are locked at once, which only the writer that has closed the gate may do.
      await closeGroups(tx, [advisorId])
      const [group] = await groupRow(tx, [advisorId, groupId])
      if (!group) throw noGroup()
      await lockNamed(tx, advisorId, wanted)
      const changed = await changeMembers(tx, author, wanted)
      if (changed.length > 0) await touchAddressBook(tx, [advisorId])
      const { contactCount } = firstRow(await groupRow(tx, [advisorId, groupId]), 'the locked group')
      const joined = changed.filter(({ hasJoined }) => hasJoined).length
      return { added: joined, removed: changed.length - joined, contactCount }
    }),
  )
}

/** The same within a transaction that has closed the gate and locked the contacts. */
export async function changeMembers(
  tx: Tx,
  author: Author,
  { groupId, add, remove }: Wanted,
): Promise<readonly ChangedMember[]> {
  const { advisorId } = author
  const [group] = await lockGroups(tx, [advisorId, [groupId]])
  if (!group) throw noGroup()
  const lists = [[...new Set(add)], [...new Set(remove)]] as const
  const changed = await changeMembersOfGroup(tx, [advisorId, groupId, ...lists])
  if (changed.length > 0) await record(tx, author, groupId, changed)
  return changed
}

async function lockNamed(tx: Tx, advisorId: number, { add, remove }: Wanted): Promise<void> {
  const known = new Set((await lockContacts(tx, [advisorId, [...add, ...remove]])).map(({ id }) => id))
  const unknown = Object.entries({ add, remove }).flatMap(([list, ids]) =>
    ids.flatMap((id, position) => (known.has(id) ? [] : [`/${list}/${position}`])),
  )
  if (unknown.length > 0) throw unknownContacts(unknown)
}

async function record(
  tx: Tx,
  author: Author,
  groupId: number,
  changed: readonly ChangedMember[],
): Promise<void> {
  const contactIds = changed.map(({ contactId }) => contactId)
  const rows = await groupIdsOfContacts(tx, [author.advisorId, contactIds])
  const groupIds = new Map(rows.map(row => [row.contactId, row.groupIds]))
  const entries = changed.map(({ contactId, identifier, modifiedAt, hasJoined }) =>
    entryBy(author, modifiedAt, {
      kind: 'contact.groups_replaced',
      subject: { kind: 'contact', id: contactId },
      facts: {
        identifier,
        groupIds: groupIds.get(contactId) ?? [],
        joined: hasJoined ? [groupId] : [],
        left: hasJoined ? [] : [groupId],
      },
    }),
  )
  await journal.append(tx, entries)
}
