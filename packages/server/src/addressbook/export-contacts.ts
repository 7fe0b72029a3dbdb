import { inTransaction } from '../db/in-transaction.ts'
import type { Database } from '../db/pool.ts'
import * as journal from '../journal/index.ts'
import { type Author, entryBy } from '../journal/index.ts'
import { detailOf } from './contact-detail.ts'
import { fieldNames, noFields } from './contact-fields.ts'
import { type ContactWithGroups, contactsAfter } from './contact-queries.ts'
import { csvLine, guardCell } from './transfer/cell.ts'
import { holdSnapshot, sizeOfExport } from './transfer/queries.ts'

export const exportFormats = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

interface Export {
  readonly format: ExportFormat
  /** Takes the next piece of the file; the one after it is fetched when this resolves. */
  readonly write: (text: string) => Promise<void>
}

const pageSize = 500
// Without it spreadsheets take UTF-8 for the encoding of their own country.
const byteOrderMark = '\u{feff}'

/**
 * Writes out the address book as it is at one moment and answers how many contacts that are. That it leaves is on record
 * before the first of them does: an export that is broken off is told as a whole one, never the other way round.
 */
export async function exportContacts(
  database: Database,
  author: Author,
  { format, write }: Export,
): Promise<number> {
  const { advisorId } = author
  return inTransaction(database, async tx => {
    await holdSnapshot(tx, [])
    const [size] = await sizeOfExport(tx, [advisorId])
    if (!size) throw new Error('a query for one row answered none')
    const entry = entryBy(author, size.at, {
      kind: 'contacts.exported',
      subject: { kind: 'advisor', id: advisorId },
      facts: { format, contacts: size.contacts },
    })
    await inTransaction(database, record => journal.append(record, [entry]))
    if (format === 'csv') await write(`${byteOrderMark}${csvLine(fieldNames)}`)
    const lineOf = format === 'csv' ? csvOf : jsonOf
    let page: ContactWithGroups[] = []
    do {
      page = await contactsAfter(tx, [advisorId, page.at(-1)?.id ?? 0, pageSize])
      if (page.length > 0) await write(page.map(lineOf).join(''))
    } while (page.length === pageSize)
    return size.contacts
  })
}

const jsonOf = (contact: ContactWithGroups): string => `${JSON.stringify(detailOf(contact))}\n`

/**
 * A phone number stands as it is. A plus sign and digits are a number to a spreadsheet, not a formula, and with an
 * apostrophe other systems would not know it; the database holds nothing but E.164 here.
 */
const csvOf = (contact: ContactWithGroups): string =>
  csvLine(
    fieldNames.map(name => {
      const value = contact[name]
      if (value === null || value === noFields[name]) return ''
      return name === 'phone' ? String(value) : guardCell(String(value))
    }),
  )
