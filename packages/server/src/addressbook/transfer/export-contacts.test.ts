// Exported contacts: complete, in a form others can read, and journalled.
import { type ContactInput, operations } from '@parley/contract'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readJournal } from '../../../test/database/address-book-audit.ts'
import { checkOf } from '../../../test/http/schema-check.ts'
import { startContactFiles } from '../../../test/people/contact-files.ts'
import type { Author } from '../../journal/index.ts'
import { fieldNames } from '../contacts/contact-fields.ts'
import { createContact } from '../contacts/create-contact.ts'
import { replaceGroups } from '../contacts/replace-groups.ts'
import { createGroup } from '../groups/create-group.ts'
import { type ExportFormat, exportContacts } from './export-contacts.ts'

const { database, newAuthor, importText, close } = await startContactFiles()
afterAll(close)
let author: Author
beforeEach(async () => {
  author = await newAuthor()
})

const create = (fields: ContactInput, by = author): Promise<number> =>
  createContact(database, by, { source: 'Partner API', fields })

async function exported(format: ExportFormat, by = author): Promise<string> {
  let text = ''
  const write = async (piece: string): Promise<void> => {
    text += piece
  }
  await exportContacts(database, by, { format, write })
  return text
}

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Record<string, unknown>)

/** Every field a caller may set, as in JSON lines. */
const fieldsOf = async (by: Author): Promise<unknown[]> =>
  linesOf(await exported('jsonl', by)).map(contact =>
    Object.fromEntries(fieldNames.map(name => [name, contact[name]])),
  )

describe('an export as CSV', () => {
  it('has a header line, UTF-8 with a byte order mark, and RFC 4180 lines', async () => {
    await create({
      firstName: 'Zoë "Z"',
      city: 'Dayton, Ohio',
      phone: '+12025550123',
      gender: 2,
      postalCode: '02139',
    })
    expect(await exported('csv')).toBe(
      '\u{feff}firstName,lastName,emailAddress,nickname,birthDate,phone,clientAnniversary,gender,maritalStatus,address1,address2,city,state,postalCode\r\n' +
        '"Zoë ""Z""",,,,,+12025550123,,2,,,,"Dayton, Ohio",,02139\r\n',
    )
  })

  it('has no formula cells; phone numbers stay unchanged', async () => {
    const formulas = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      ' =1',
      '\n@x',
      '=cmd|’/C calc’!A0',
      'x;=1',
      '"=1"',
    ]
    for (const text of formulas) await create({ firstName: text, address1: text, phone: '+12025550123' })
    const rows = parse(await exported('csv'), { bom: true, columns: true }) as Record<string, string>[]
    expect(rows).toHaveLength(formulas.length)
    for (const { phone, ...texts } of rows) {
      expect(phone).toBe('+12025550123')
      const cells = Object.values(texts)
      expect(cells.filter(cell => /^[\s"]*[=+\-@]|^[\t\r]/.test(cell))).toEqual([])
    }
    expect(rows[0]).toMatchObject({ firstName: "'=1+1", address1: "'=1+1" })
  })

  it('imports into another account as the same contacts, whatever their content', async () => {
    const word = fc.oneof(
      fc.string({
        unit: fc.constantFrom('=', '-', "'", '"', ' ', '\t', '\r', '\n', ',', ';', 'a', 'é', '😀'),
        minLength: 1,
        maxLength: 9,
      }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter(text => !text.includes('\0')),
    )
    const name = word.filter(text => text.trim() !== '')
    const contacts = fc.sample(
      fc.record(
        {
          firstName: name,
          lastName: name,
          emailAddress: fc.uuid().map(id => `=ünal.${id}@mail.test`),
          nickname: word,
          phone: fc.constant(''),
          birthDate: fc.constantFrom('1974-06-02', '1999-12-31'),
          clientAnniversary: fc.constant('2015-09-14'),
          gender: fc.constantFrom(0, 1, 2, 9),
          maritalStatus: fc.nat(6),
          address1: word,
          city: word,
          postalCode: word,
        },
        { requiredKeys: ['firstName'] },
      ),
      300,
    )
    // A number of their own: two of the same name and number would be imported as one person.
    for (const [index, { phone, ...fields }] of contacts.entries()) {
      const number = `+44207${String(index).padStart(7, '0')}`
      await create(phone === undefined ? fields : { ...fields, phone: number })
    }
    const other = await newAuthor()
    expect(await importText(other, await exported('csv'))).toMatchObject({ created: 300, refused: 0 })
    expect(await fieldsOf(other)).toEqual(await fieldsOf(author))
  })
})

describe('an export as JSON lines', () => {
  it('has each contact as the partner API returns it, formulas unchanged', async () => {
    const id = await create({ firstName: '=1+1', phone: '+12025550123' })
    const groupId = await createGroup(database, author, { source: 'Advisor app', input: { name: 'Golf' } })
    await replaceGroups(database, author, id, [groupId])
    const [contact] = linesOf(await exported('jsonl'))
    expect(contact).toMatchObject({
      contactId: id,
      firstName: '=1+1',
      phone: '+12025550123',
      groupIds: [groupId],
    })
    expect(checkOf(operations.getContact.result)(contact)).toEqual([])
  })
})

describe('every export', () => {
  it('has all the advisor’s contacts once, and no one else’s', async () => {
    const other = await newAuthor()
    await create({ firstName: 'Secret' }, other)
    await database.query(
      `insert into contact (advisor_id, source, email_status, first_name)
       select $1, 0, 0, 'N' || n from generate_series(1, 1500) as n`,
      [author.advisorId],
    )
    for (const format of ['csv', 'jsonl'] as const) {
      const text = await exported(format)
      const names = [...text.matchAll(/\bN\d+/g)].map(([name]) => name)
      expect(new Set(names).size).toBe(1_500)
      expect(names).toHaveLength(1_500)
      expect(text).not.toContain('Secret')
    }
  })

  it('is journalled before the first contact leaves: who, how many, which format', async () => {
    await create({ firstName: 'Ann' })
    await create({ firstName: 'Bea' })
    const entries = async () =>
      (await readJournal(database, author.advisorId)).filter(({ kind }) => kind === 'contacts.exported')
    const write = async (): Promise<void> => {
      expect(await entries()).toHaveLength(1)
      throw new Error('the disk is full')
    }
    await expect(exportContacts(database, author, { format: 'jsonl', write })).rejects.toThrow(
      'the disk is full',
    )
    expect(await entries()).toEqual([
      {
        kind: 'contacts.exported',
        advisorId: author.advisorId,
        at: expect.any(String) as string,
        actor: { kind: 'operator', name: 'root' },
        traceId: null,
        subject: { kind: 'advisor', id: author.advisorId },
        facts: { format: 'jsonl', contacts: 2 },
      },
    ])
  })

  it('is a snapshot of the address book, unaffected by concurrent changes', async () => {
    const ids: number[] = []
    for (let index = 0; index < 501; index += 1) ids.push(await create({ firstName: `N${index}` }))
    let text = ''
    const write = async (piece: string): Promise<void> => {
      if (text === '') {
        await create({ firstName: 'Late' })
        await database.query(`update contact set first_name = 'Changed' where advisor_id = $1 and id = $2`, [
          author.advisorId,
          ids.at(-1),
        ])
      }
      text += piece
    }
    expect(await exportContacts(database, author, { format: 'jsonl', write })).toBe(501)
    expect(linesOf(text).map(({ firstName }) => firstName)).toEqual(ids.map((_, index) => `N${index}`))
  })
})
