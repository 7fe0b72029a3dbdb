import type { Entry } from '../journal/index.ts'
import { type Author, entryBy } from '../journal/index.ts'
import { type ContactFields, knownFields } from './contact-fields.ts'
import { type Source, sourceNumber } from './source.ts'

interface Created {
  readonly id: number
  readonly identifier: string
  readonly createdAt: Date
  readonly source: Source
  readonly fields: ContactFields
  /** Behind its phone number, where it has one. */
  readonly memberId: number | undefined
}

/** Tells that a contact came to be, whichever way. */
export const createdEntry = (author: Author, created: Created): Entry =>
  entryBy(author, created.createdAt, {
    kind: 'contact.created',
    subject: { kind: 'contact', id: created.id },
    facts: {
      identifier: created.identifier,
      source: sourceNumber(created.source),
      fields: knownFields(created.fields),
      ...(created.memberId === undefined ? {} : { memberId: created.memberId }),
    },
  })
