import type { ContactInput } from '@parley/contract'
import { inTransaction } from '../db/in-transaction.ts'
import type { Database } from '../db/pool.ts'
import { notRepeated, type Once } from '../http/once/once.ts'
import { runOnce } from '../http/once/run-once.ts'
import type { Author } from '../journal/index.ts'
import * as journal from '../journal/index.ts'
import { applyInput, isIdentified, noFields } from './contact-fields.ts'
import { fieldValues, insertContact } from './contact-queries.ts'
import { createdEntry } from './created-entry.ts'
import { emailStatusOf } from './email-status.ts'
import { ensureMembers } from './ensure-members.ts'
import { unidentified } from './errors.ts'
import { growAddressBook } from './group-queries.ts'
import { type Source, sourceNumber } from './source.ts'

interface NewContact {
  readonly source: Source
  readonly fields: ContactInput
}

/** Answers the id of the new contact. Several may have one phone number: they are a household, and one member. */
export async function createContact(
  database: Database,
  author: Author,
  { source, fields: input }: NewContact,
  once: Once = notRepeated,
): Promise<number> {
  const { advisorId } = author
  const fields = applyInput(noFields, input)
  if (!isIdentified(fields)) throw unidentified()
  const { phone, emailAddress } = fields
  return inTransaction(database, tx =>
    runOnce(tx, once, async () => {
      const [memberId] = phone === null ? [] : await ensureMembers(tx, [{ advisorId, phone }])
      const [contact] = await insertContact(tx, [
        advisorId,
        sourceNumber(source),
        emailStatusOf(emailAddress),
        ...fieldValues(fields),
      ])
      if (!contact) throw new Error('an insert answered nothing')
      await journal.append(tx, [createdEntry(author, { ...contact, source, fields, memberId })])
      await growAddressBook(tx, [advisorId, 1, 0])
      return contact.id
    }),
  )
}
