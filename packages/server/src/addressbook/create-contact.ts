import type { ContactInput } from '@parley/contract'
import { inTransaction } from '../db/in-transaction.ts'
import type { Database } from '../db/pool.ts'
import * as journal from '../journal/index.ts'
import { type Author, entryBy } from './author.ts'
import { applyInput, isIdentified, knownFields, noFields } from './contact-fields.ts'
import { fieldValues, insertContact } from './contact-queries.ts'
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
): Promise<number> {
  const { advisorId } = author
  const fields = applyInput(noFields, input)
  if (!isIdentified(fields)) throw unidentified()
  const { phone, emailAddress } = fields
  return inTransaction(database, async tx => {
    const [memberId] = phone === null ? [] : await ensureMembers(tx, [{ advisorId, phone }])
    const [contact] = await insertContact(tx, [
      advisorId,
      sourceNumber(source),
      emailStatusOf(emailAddress),
      ...fieldValues(fields),
    ])
    if (!contact) throw new Error('an insert answered nothing')
    const { id, identifier, createdAt } = contact
    await journal.append(tx, [
      entryBy(author, createdAt, {
        kind: 'contact.created',
        subject: { kind: 'contact', id },
        facts: {
          identifier,
          source: sourceNumber(source),
          fields: knownFields(fields),
          ...(memberId === undefined ? {} : { memberId }),
        },
      }),
    ])
    await growAddressBook(tx, [advisorId, 1, 0])
    return id
  })
}
