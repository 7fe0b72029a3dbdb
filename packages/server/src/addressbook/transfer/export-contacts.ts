import * as journal from '../../journal/index.ts'
import { type Author, entryBy } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { detailOf } from '../contacts/contact-detail.ts'
import { fieldNames, noFields } from '../contacts/contact-fields.ts'
import { type ContactWithGroups, contactsAfter } from '../contacts/queries.ts'
import { csvLine, guardCell } from './cell.ts'
import { holdSnapshot, sizeOfExport } from './queries.ts'

export const exportFormats = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

interface Export {
  readonly format: ExportFormat
  /** Writes the next chunk of the file; the one after it is fetched when this resolves. */
  readonly write: (text: string) => Promise<void>
}

const pageSize = 500
// Without it, spreadsheets assume a local encoding instead of UTF-8.
const byteOrderMark = '\u{feff}'

/**
 * Exports a snapshot of the address book and returns the number of contacts. The export is journalled before the first
 * contact leaves: an interrupted export is recorded as complete, never the reverse.
 */
export async function exportContacts(
  database: Database,
  author: Author,
  { format, write }: Export,
): Promise<number> {
  const { advisorId } = author
  return inTransaction(database, async tx => {
    await holdSnapshot(tx, [])
    const size = firstRow(await sizeOfExport(tx, [advisorId]), 'the size of the book')
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
 * A phone number is written as it is. To a spreadsheet a plus sign and digits are a number, not a formula, and with an
 * apostrophe other systems would not recognize it. The database holds only E.164 here.
 */
const csvOf = (contact: ContactWithGroups): string =>
  csvLine(
    fieldNames.map(name => {
      const value = contact[name]
      if (value === null || value === noFields[name]) return ''
      return name === 'phone' ? String(value) : guardCell(String(value))
    }),
  )
