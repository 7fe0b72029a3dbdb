import type { ContactUpdate } from '@parley/contract'
import { DatabaseError } from 'pg'
import { ensureMembers } from '../../consent/index.ts'
import * as journal from '../../journal/index.ts'
import { type Author, entryBy } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { closeGroups, touchAddressBook } from '../book.ts'
import { bornInFuture, externalIdTaken, noContact, nowhereToMove, unidentified } from '../errors.ts'
import { applyInput, changedFields, isBornInFuture, isIdentified, pickFields } from './contact-fields.ts'
import { emailStatusOf } from './email-status.ts'
import type { FollowedSchedule, FollowPhones } from './follow-phones.ts'
import { fieldValues, lockContact, setExternalId, updateContactFields } from './queries.ts'

interface Parts {
  readonly database: Database
  readonly followPhones: FollowPhones
}

/**
 * Replaces the given fields and returns what happened to scheduled texts to a number the contact lost. An update that
 * changes nothing is not recorded.
 */
export async function updateContact(
  { database, followPhones }: Parts,
  author: Author,
  contactId: number,
  { scheduledMessages, externalContactId, ...input }: ContactUpdate,
): Promise<readonly FollowedSchedule[]> {
  const { advisorId } = author
  return inTransaction(database, async tx => {
    // As in a creation.
    if (externalContactId !== undefined) await closeGroups(tx, [advisorId])
    const [before] = await lockContact(tx, [advisorId, contactId])
    if (!before) throw noContact()
    const after = applyInput(before, input)
    if (!isIdentified(after)) throw unidentified()
    const changed = changedFields(before, after)
    // A contact that already has such a date, from an import, can still be changed otherwise.
    if (changed.includes('birthDate') && isBornInFuture(after)) throw bornInFuture()
    const { phone, emailAddress } = after
    if (scheduledMessages === 'move' && phone === null) throw nowhereToMove()
    const externalId = externalContactId === undefined ? before.externalId : externalContactId
    const isRenamed = externalId !== before.externalId
    if (changed.length === 0 && !isRenamed) return []
    if (isRenamed) await setExternalId(tx, [advisorId, contactId, externalId]).catch(refuseTakenId)
    const isNewPhone = phone !== null && phone !== before.phone
    const [memberId] = isNewPhone ? await ensureMembers(tx, [{ advisorId, phone }]) : []
    const updated = firstRow(
      await updateContactFields(tx, [
        advisorId,
        contactId,
        emailStatusOf(emailAddress, before),
        ...fieldValues(after),
      ]),
      'the locked contact',
    )
    await journal.append(tx, [
      entryBy(author, updated.modifiedAt, {
        kind: 'contact.changed',
        subject: { kind: 'contact', id: contactId },
        facts: {
          identifier: before.identifier,
          before: { ...pickFields(before, changed), ...(isRenamed && named(before.externalId)) },
          after: { ...pickFields(after, changed), ...(isRenamed && named(externalId)) },
          ...(memberId === undefined ? {} : { memberId }),
        },
      }),
    ])
    const lost = before.phone === phone ? null : before.phone
    const change = { contactId, after: phone, memberId: memberId ?? null, scheduledMessages }
    const followed = lost === null ? [] : await followPhones(tx, author, [{ ...change, before: lost }])
    // Last: a firing locks its schedules before the address book.
    await touchAddressBook(tx, [advisorId])
    return followed
  })
}

const named = (externalContactId: string | null): object => ({ externalContactId })

const uniqueViolation = '23505'

function refuseTakenId(error: unknown): never {
  throw error instanceof DatabaseError && error.code === uniqueViolation ? externalIdTaken() : error
}
