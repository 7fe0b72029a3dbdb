import * as journal from '../../journal/index.ts'
import { type Author, entryBy } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { shareGroups, shrinkAddressBook } from '../book.ts'
import { noContact } from '../errors.ts'
import { changeMemberships, groupIdsOfContact, lockGroups } from '../groups/queries.ts'
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
    const groupIds = (await groupIdsOfContact(tx, [advisorId, contactId])).map(({ id }) => id)
    if (groupIds.length > 0) {
      await lockGroups(tx, [advisorId, groupIds])
      await changeMemberships(tx, [advisorId, contactId, [], groupIds])
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
