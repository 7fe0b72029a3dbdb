// Imports contact files into the address books of new advisors, in this process.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ImportReport, importContacts } from '../../src/addressbook/transfer/import-contacts.ts'
import { type ContactFile, openContactFile } from '../../src/addressbook/transfer/open-contact-file.ts'
import type { Author } from '../../src/journal/index.ts'
import type { Database } from '../../src/platform/db/pool.ts'
import { createTestDatabase } from '../database/database.ts'
import { createAdvisor } from './people.ts'

export type Reading = Partial<Parameters<typeof openContactFile>[1]>
type Wanted = Partial<Omit<Parameters<typeof importContacts>[2], 'file'>> & { readonly reading?: Reading }

interface ContactFiles {
  readonly database: Database
  readonly owner: Database
  /** An operator who acts for a new advisor. */
  readonly newAuthor: () => Promise<Author>
  /** Writes the content to a file that is always called clients.csv, and opens it for the work. */
  readonly withFile: <Result>(
    content: string | Buffer,
    reading: Reading,
    work: (file: ContactFile) => Promise<Result>,
  ) => Promise<Result>
  readonly importText: (author: Author, content: string | Buffer, wanted?: Wanted) => Promise<ImportReport>
  readonly close: () => Promise<void>
}

export async function startContactFiles(): Promise<ContactFiles> {
  const { database, owner, drop } = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'parley-contacts-'))
  const path = join(folder, 'clients.csv')
  const withFile: ContactFiles['withFile'] = async (content, reading, work) => {
    await writeFile(path, content)
    const file = await openContactFile(path, { map: [], ignore: [], ...reading })
    try {
      return await work(file)
    } finally {
      await file.close()
    }
  }
  return {
    database,
    owner,
    newAuthor: async () => {
      const { id } = await createAdvisor(database)
      return { advisorId: id, actor: { kind: 'operator', name: 'root' }, traceId: null }
    },
    withFile,
    importText: (author, content, { reading = {}, ...wanted } = {}) =>
      withFile(content, reading, file => importContacts(database, author, { file, ...wanted })),
    close: async () => {
      await drop()
      await rm(folder, { recursive: true })
    },
  }
}

/** All of the advisor's data, as one string. */
export async function belongingsOf(database: Database, { advisorId }: Author): Promise<string> {
  const tables = [
    'contact',
    'contact_group',
    'membership',
    'address_book',
    'member',
    'journal',
    'contact_import',
  ]
  const rows = await Promise.all(
    tables.map(table =>
      database.query(`select * from ${table} as belonging where advisor_id = $1 order by belonging::text`, [
        advisorId,
      ]),
    ),
  )
  return JSON.stringify(rows.map(result => result.rows))
}

/** First names of the advisor's contacts, in id order. */
export async function firstNamesOf(database: Database, { advisorId }: Author): Promise<(string | null)[]> {
  const { rows } = await database.query<{ first_name: string | null }>(
    'select first_name from contact where advisor_id = $1 order by id',
    [advisorId],
  )
  return rows.map(row => row.first_name)
}
