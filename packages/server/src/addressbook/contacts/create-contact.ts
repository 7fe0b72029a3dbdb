import type { ContactInput } from '@parley/contract'
import { ensureMembers } from '../../consent/index.ts'
import type { Author } from '../../journal/index.ts'
import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { type Idempotency, withoutIdempotency } from '../../platform/idempotency/idempotency.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { closeGroups, growAddressBook } from '../book.ts'
import { bornInFuture, unidentified } from '../errors.ts'
import { type Source, sourceNumber } from '../source.ts'
import { applyInput, isBornInFuture, isIdentified, noFields } from './contact-fields.ts'
import { createdEntry } from './created-entry.ts'
import { emailStatusOf } from './email-status.ts'
import { contactByExternalId, fieldValues, insertContact } from './queries.ts'

interface NewContact {
  readonly source: Source
  readonly fields: ContactInput
}

/**
 * Returns the id of the new contact, or of the existing one with this external id, so that a sync can run twice. Several contacts may share a phone number: they are a household with one member.
 */
export async function createContact(
  database: Database,
  author: Author,
  { source, fields: { externalContactId, ...input } }: NewContact,
  idempotency: Idempotency = withoutIdempotency,
): Promise<number> {
  const { advisorId } = author
  const fields = applyInput(noFields, input)
  if (!isIdentified(fields)) throw unidentified()
  if (isBornInFuture(fields)) throw bornInFuture()
  const { phone, emailAddress } = fields
  return inTransaction(database, tx =>
    runOnce(tx, idempotency, async () => {
      const externalId = externalContactId ?? null
      // Nobody else adds or takes the same id meanwhile: the lock of its index would come before those of members.
      if (externalId !== null) await closeGroups(tx, [advisorId])
      const existing = externalId === null ? [] : await contactByExternalId(tx, [advisorId, externalId])
      if (existing[0]) return existing[0].id
      const [memberId] = phone === null ? [] : await ensureMembers(tx, [{ advisorId, phone }])
      const contact = firstRow(
        await insertContact(tx, [
          advisorId,
          sourceNumber(source),
          emailStatusOf(emailAddress),
          ...fieldValues(fields),
          externalId,
        ]),
        'the new contact',
      )
      const named = externalId === null ? {} : { externalContactId: externalId }
      await journal.append(tx, [createdEntry(author, { ...contact, ...named, source, fields, memberId })])
      await growAddressBook(tx, [advisorId, 1, 0])
      return contact.id
    }),
  )
}
