import * as journal from '../../journal/index.ts'
import { type Author, entryBy } from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { required } from '../../platform/db/rows.ts'
import { type ContactFields, changedFields, pickFields } from './contact-fields.ts'
import { emailStatusOf } from './email-status.ts'
import type { FollowPhones } from './follow-phones.ts'
import { type ContactRow, fieldArrays, updateContactsFields } from './queries.ts'

interface Changes {
  /** Locked contacts with at least one changed field. */
  readonly changes: readonly { readonly before: ContactRow; readonly after: ContactFields }[]
  /** The members of all numbers that are new to their contact. */
  readonly memberIds: ReadonlyMap<string, number>
}

interface Parts {
  readonly tx: Tx
  readonly followPhones: FollowPhones
}

/** Changes many contacts at once, journals each, and lets scheduled texts follow the numbers that are lost. */
export async function changeContacts(
  { tx, followPhones }: Parts,
  author: Author,
  { changes, memberIds }: Changes,
): Promise<void> {
  if (changes.length === 0) return
  const rows = await updateContactsFields(tx, [
    author.advisorId,
    changes.map(({ before }) => before.id),
    changes.map(({ before, after }) => emailStatusOf(after.emailAddress, before)),
    ...fieldArrays(changes.map(({ after }) => after)),
  ])
  const modifiedAt = new Map(rows.map(row => [row.id, row.modifiedAt]))
  const entries = changes.map(({ before, after }) => {
    const changed = changedFields(before, after)
    const memberId = after.phone === before.phone ? undefined : memberIds.get(after.phone ?? '')
    return entryBy(author, required(modifiedAt.get(before.id), 'the row of a changed contact'), {
      kind: 'contact.changed',
      subject: { kind: 'contact', id: before.id },
      facts: {
        identifier: before.identifier,
        before: pickFields(before, changed),
        after: pickFields(after, changed),
        ...(memberId === undefined ? {} : { memberId }),
      },
    })
  })
  await journal.append(tx, entries)
  const lost = changes.flatMap(({ before, after }) =>
    before.phone === null || before.phone === after.phone
      ? []
      : [
          {
            contactId: before.id,
            before: before.phone,
            after: after.phone,
            memberId: memberIds.get(after.phone ?? '') ?? null,
            scheduledMessages: undefined,
          },
        ],
  )
  if (lost.length > 0) await followPhones(tx, author, lost)
}
