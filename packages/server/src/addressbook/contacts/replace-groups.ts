import * as journal from '../../journal/index.ts'
import { type Author, entryBy } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { shareGroups, touchAddressBook } from '../book.ts'
import { noContact, unknownGroups } from '../errors.ts'
import { changeMemberships, groupIds, groupIdsOfContact, lockGroups } from '../groups/queries.ts'
import { lockContact } from './queries.ts'

/** Puts the contact into exactly these groups, or into every group. */
export async function replaceGroups(
  database: Database,
  author: Author,
  contactId: number,
  wanted: readonly number[] | 'all',
): Promise<void> {
  const { advisorId } = author
  await inTransaction(database, async tx => {
    await shareGroups(tx, [advisorId])
    const [contact] = await lockContact(tx, [advisorId, contactId])
    if (!contact) throw noContact()
    const before = idsOf(await groupIdsOfContact(tx, [advisorId, contactId]))
    const after = wanted === 'all' ? idsOf(await groupIds(tx, [advisorId])) : new Set(wanted)
    const joined = without(after, before)
    const left = without(before, after)
    if (joined.length + left.length === 0) return
    const locked = idsOf(await lockGroups(tx, [advisorId, [...joined, ...left]]))
    refuseUnknown(wanted, without(joined, locked))
    const changed = firstRow(
      await changeMemberships(tx, [advisorId, contactId, joined, left]),
      'the locked contact',
    )
    await journal.append(tx, [
      entryBy(author, changed.modifiedAt, {
        kind: 'contact.groups_replaced',
        subject: { kind: 'contact', id: contactId },
        facts: {
          identifier: contact.identifier,
          groupIds: inOrder(after),
          joined: inOrder(joined),
          left: inOrder(left),
        },
      }),
    ])
    await touchAddressBook(tx, [advisorId])
  })
}

const idsOf = (rows: readonly { readonly id: number }[]): Set<number> => new Set(rows.map(({ id }) => id))

const without = (ids: Iterable<number>, others: ReadonlySet<number>): number[] =>
  [...ids].filter(id => !others.has(id))

const inOrder = (ids: Iterable<number>): number[] => [...ids].toSorted((one, other) => one - other)

function refuseUnknown(wanted: readonly number[] | 'all', unknown: readonly number[]): void {
  if (unknown.length === 0 || wanted === 'all') return
  const refused = new Set(unknown)
  throw unknownGroups(wanted.flatMap((id, position) => (refused.has(id) ? [position] : [])))
}
