import { inTransaction } from '../db/in-transaction.ts'
import type { Database } from '../db/pool.ts'
import * as journal from '../journal/index.ts'
import { type Author, entryBy } from '../journal/index.ts'
import { knownFields } from './contact-fields.ts'
import { deleteContactRow, lockContactToDelete } from './contact-queries.ts'
import { noContact } from './errors.ts'
import {
  changeMemberships,
  groupIdsOfContact,
  lockGroups,
  shareGroups,
  shrinkAddressBook,
} from './group-queries.ts'

/** The row is gone; the member behind its phone number and the journal stay. */
export async function deleteContact(database: Database, author: Author, contactId: number): Promise<void> {
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
    const [deleted] = await deleteContactRow(tx, [advisorId, contactId])
    if (!deleted) throw new Error('a locked contact is gone')
    const { identifier, source } = contact
    await journal.append(tx, [
      entryBy(author, deleted.deletedAt, {
        kind: 'contact.deleted',
        subject: { kind: 'contact', id: contactId },
        facts: { identifier, source, fields: knownFields(contact), groupIds },
      }),
    ])
    await shrinkAddressBook(tx, [advisorId, 1, 0])
  })
}
