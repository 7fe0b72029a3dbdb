import { type Author, type Entry, entryBy } from '../../journal/index.ts'
import { type Source, sourceNumber } from '../source.ts'
import { type ContactFields, knownFields } from './contact-fields.ts'

interface Created {
  readonly id: number
  readonly identifier: string
  readonly createdAt: Date
  readonly source: Source
  readonly fields: ContactFields
  /** The partner's own id, if it gave one. */
  readonly externalContactId?: string
  /** The member for its phone number, if it has one. */
  readonly memberId: number | undefined
}

/** The journal entry for a new contact, however it was created. */
export const createdEntry = (author: Author, created: Created): Entry =>
  entryBy(author, created.createdAt, {
    kind: 'contact.created',
    subject: { kind: 'contact', id: created.id },
    facts: {
      identifier: created.identifier,
      source: sourceNumber(created.source),
      fields: knownFields(created.fields),
      ...(created.externalContactId === undefined ? {} : { externalContactId: created.externalContactId }),
      ...(created.memberId === undefined ? {} : { memberId: created.memberId }),
    },
  })
