import type { ContactInput } from '@parley/contract'
import { inTransaction } from '../db/in-transaction.ts'
import type { Database } from '../db/pool.ts'
import * as journal from '../journal/index.ts'
import { type Author, entryBy } from '../journal/index.ts'
import { applyInput, changedFields, isIdentified, pickFields } from './contact-fields.ts'
import { fieldValues, lockContact, updateContactFields } from './contact-queries.ts'
import { emailStatusOf } from './email-status.ts'
import { ensureMembers } from './ensure-members.ts'
import { noContact, unidentified } from './errors.ts'
import { touchAddressBook } from './group-queries.ts'

/** Replaces the fields that are given. An update that changes nothing leaves no trace. */
export async function updateContact(
  database: Database,
  author: Author,
  contactId: number,
  input: ContactInput,
): Promise<void> {
  const { advisorId } = author
  await inTransaction(database, async tx => {
    const [before] = await lockContact(tx, [advisorId, contactId])
    if (!before) throw noContact()
    const after = applyInput(before, input)
    if (!isIdentified(after)) throw unidentified()
    const changed = changedFields(before, after)
    if (changed.length === 0) return
    const { phone, emailAddress } = after
    const isNewPhone = phone !== null && phone !== before.phone
    const [memberId] = isNewPhone ? await ensureMembers(tx, [{ advisorId, phone }]) : []
    const [updated] = await updateContactFields(tx, [
      advisorId,
      contactId,
      emailStatusOf(emailAddress, before),
      ...fieldValues(after),
    ])
    if (!updated) throw new Error('a locked contact is gone')
    await journal.append(tx, [
      entryBy(author, updated.modifiedAt, {
        kind: 'contact.changed',
        subject: { kind: 'contact', id: contactId },
        facts: {
          identifier: before.identifier,
          before: pickFields(before, changed),
          after: pickFields(after, changed),
          ...(memberId === undefined ? {} : { memberId }),
        },
      }),
    ])
    await touchAddressBook(tx, [advisorId])
  })
}
