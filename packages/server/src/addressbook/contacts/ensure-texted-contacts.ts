import * as journal from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { growAddressBook } from '../book.ts'
import { sourceNumber } from '../source.ts'
import { noFields } from './contact-fields.ts'
import { createdEntry } from './created-entry.ts'
import { insertTextedContacts } from './queries.ts'

const source = 'Texting'

interface Texted {
  readonly author: journal.Author
  readonly memberId: number
  readonly phone: string
}

/**
 * Creates a contact for every number that none of the advisor's contacts has. Existing contacts are never changed. The
 * members must be locked, so that two texts to one unknown number create one contact.
 */
export async function ensureTextedContacts(tx: Tx, texted: readonly Texted[]): Promise<void> {
  if (texted.length === 0) return
  const added = await insertTextedContacts(tx, [
    texted.map(({ author }) => author.advisorId),
    texted.map(({ phone }) => phone),
    sourceNumber(source),
  ])
  if (added.length === 0) return
  const byKey = new Map(texted.map(each => [keyOf(each.author.advisorId, each.phone), each]))
  await journal.append(
    tx,
    added.map(({ advisorId, id, identifier, phone, createdAt }) => {
      const { author, memberId } = byKey.get(keyOf(advisorId, phone)) as Texted
      const fields = { ...noFields, firstName: phone, phone }
      return createdEntry(author, { id, identifier, createdAt, source, fields, memberId })
    }),
  )
  const sizes = Map.groupBy(added, ({ advisorId }) => advisorId)
  // In id order, so that two batches cannot deadlock.
  for (const [advisorId, contacts] of [...sizes].toSorted(([one], [other]) => one - other)) {
    await growAddressBook(tx, [advisorId, contacts.length, 0])
  }
}

const keyOf = (advisorId: number, phone: string): string => `${advisorId} ${phone}`
