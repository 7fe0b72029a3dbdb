import { ensureMembers } from '../../consent/index.ts'
import type { Author } from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { changeContacts } from '../contacts/change-contacts.ts'
import { type ContactFields, changedFields, fieldNames, noFields } from '../contacts/contact-fields.ts'
import { lockContactRows } from '../contacts/queries.ts'
import { changeMembers } from '../groups/change-group-members.ts'

interface Known {
  readonly contactId: number
  readonly given: ContactFields
}

/**
 * Adds what known contacts lack; nothing of theirs is replaced. So a corrected file can simply be imported. The gate is closed.
 * Returns whether anything changed.
 */
export async function fillIn(
  tx: Tx,
  author: Author,
  known: readonly Known[],
  groupId: number | undefined,
): Promise<boolean> {
  if (known.length === 0) return false
  const { advisorId } = author
  const given = new Map<number, ContactFields>()
  for (const { contactId, given: more } of known) {
    given.set(contactId, withMissing(given.get(contactId) ?? noFields, more))
  }
  const rows = await lockContactRows(tx, [advisorId, [...given.keys()]])
  const changes = rows.flatMap(before => {
    const after = withMissing(before, given.get(before.id) ?? noFields)
    return changedFields(before, after).length === 0 ? [] : [{ before, after }]
  })
  const phones = [
    ...new Set(changes.flatMap(({ before, after }) => (before.phone === null ? (after.phone ?? []) : []))),
  ]
  const ids =
    phones.length === 0
      ? []
      : await ensureMembers(
          tx,
          phones.map(phone => ({ advisorId, phone })),
        )
  const memberIds = new Map(
    phones.flatMap((phone, index) => (ids[index] === undefined ? [] : [[phone, ids[index]]])),
  )
  // No number is lost, so no schedule has to follow one.
  const followPhones = async (): Promise<[]> => []
  await changeContacts({ tx, followPhones }, author, { changes, memberIds })
  const add = rows.map(({ id }) => id)
  const joined = groupId === undefined ? [] : await changeMembers(tx, author, { groupId, add, remove: [] })
  return changes.length + joined.length > 0
}

/** What is known first stays. */
export const withMissing = <Fields extends ContactFields>(first: Fields, more: ContactFields): Fields => ({
  ...first,
  ...Object.fromEntries(
    fieldNames.filter(name => first[name] === noFields[name]).map(name => [name, more[name]]),
  ),
})
