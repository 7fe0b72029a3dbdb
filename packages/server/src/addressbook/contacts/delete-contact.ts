import * as journal from '../../journal/index.ts'
import { type Author, entryBy } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { shareGroups, shrinkAddressBook } from '../book.ts'
import { noContact } from '../errors.ts'
import { changeMemberships, lockGroups, membershipsOfContact } from '../groups/queries.ts'
import { leaveRemovals } from '../groups/removal-queries.ts'
import { knownFields } from './contact-fields.ts'
import type { FollowPhones } from './follow-phones.ts'
import { deleteContactRow, lockContactToDelete } from './queries.ts'

interface Parts {
  readonly database: Database
  readonly followPhones: FollowPhones
}

/**
 * Deletes the row; the member for its phone number and the journal stay. Scheduled texts to the number are held, unless
 * another contact has it: people delete a contact to add it again with the right number.
 */
export async function deleteContact(
  { database, followPhones }: Parts,
  author: Author,
  contactId: number,
): Promise<void> {
  const { advisorId } = author
  await inTransaction(database, async tx => {
    await shareGroups(tx, [advisorId])
    const [contact] = await lockContactToDelete(tx, [advisorId, contactId])
    if (!contact) throw noContact()
    const memberships = await membershipsOfContact(tx, [advisorId, contactId])
    const groupIds = memberships.flatMap(({ groupId, isLiving }) => (isLiving ? groupId : []))
    const removed = memberships.flatMap(({ groupId, isLiving }) => (isLiving ? [] : groupId))
    if (groupIds.length > 0) await lockGroups(tx, [advisorId, groupIds])
    if (removed.length > 0) await leaveRemovals(tx, [advisorId, removed])
    if (memberships.length > 0) {
      await changeMemberships(tx, [advisorId, contactId, [], [...groupIds, ...removed]])
    }
    const deleted = firstRow(await deleteContactRow(tx, [advisorId, contactId]), 'the locked contact')
    const { identifier, source, phone } = contact
    await journal.append(tx, [
      entryBy(author, deleted.deletedAt, {
        kind: 'contact.deleted',
        subject: { kind: 'contact', id: contactId },
        facts: { identifier, source, fields: knownFields(contact), groupIds },
      }),
    ])
    if (phone !== null) {
      const change = { contactId, before: phone, after: null, memberId: null, scheduledMessages: undefined }
      await followPhones(tx, author, [change])
    }
    // Last: a firing locks its schedules before the address book.
    await shrinkAddressBook(tx, [advisorId, 1, 0])
  })
}
