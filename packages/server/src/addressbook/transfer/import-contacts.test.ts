// Importing contacts: what a line becomes, what is rejected, and how columns are recognized.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { expectExactBooks, readJournal, replay } from '../../../test/database/address-book-audit.ts'
import {
  belongingsOf,
  firstNamesOf,
  type Reading,
  startContactFiles,
} from '../../../test/people/contact-files.ts'
import type { Author } from '../../journal/index.ts'
import { createContact } from '../contacts/create-contact.ts'
import { createGroup } from '../groups/create-group.ts'
import { findGroup } from '../groups/find-group.ts'
import { checkContacts } from './check-contacts.ts'
import type { LineNote } from './line-note.ts'

const { database, newAuthor, withFile, importText, close } = await startContactFiles()
afterAll(close)
let author: Author
beforeEach(async () => {
  author = await newAuthor()
})
const belongings = (of: Author): Promise<string> => belongingsOf(database, of)
const namesOf = (of: Author): Promise<unknown[]> => firstNamesOf(database, of)

async function refusalsOf(content: string, reading: Reading = {}): Promise<string[]> {
  const told: string[] = []
  const onNoted = ({ line, mistake }: LineNote): unknown => told.push(`line ${line}: ${mistake}`)
  await withFile(content, reading, file => checkContacts(file, { onNoted }))
  return told
}

async function contactsOf({ advisorId }: Author): Promise<Record<string, unknown>[]> {
  const { rows } = await database.query<Record<string, unknown>>(
    `select first_name, last_name, email_address, email_status, phone, birth_date, gender, marital_status, city, postal_code, source
     from contact where advisor_id = $1 order by id`,
    [advisorId],
  )
  return rows.map(row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)))
}

describe('a valid line', () => {
  it('becomes a contact with a member, journalled and counted', async () => {
    const report = await importText(
      author,
      '\u{feff}First Name,LAST_NAME,e-mail address,Mobile Phone,Birthday,Sex,Marital-Status,Town,Zip\r\n' +
        'Ann,O’Brien,ann@mail.test,+12025550123,1974-06-02,F,Married,"Dayton, Ohio",02139\r\n' +
        'Łukasz,,,+12025550123,,1,0,,\r\n',
    )
    expect(report).toEqual({
      outcome: 'imported',
      created: 2,
      refused: 0,
      duplicates: 0,
      continuedAfterLine: null,
    })
    expect(await contactsOf(author)).toEqual([
      {
        first_name: 'Ann',
        last_name: 'O’Brien',
        email_address: 'ann@mail.test',
        email_status: 1,
        phone: '+12025550123',
        birth_date: '1974-06-02',
        gender: 2,
        marital_status: 2,
        city: 'Dayton, Ohio',
        postal_code: '02139',
        source: 4,
      },
      {
        first_name: 'Łukasz',
        phone: '+12025550123',
        email_status: 0,
        gender: 1,
        marital_status: 0,
        source: 4,
      },
    ])
    await expectExactBooks(database)
    const entries = await readJournal(database, author.advisorId)
    const { rows } = await database.query<{ id: number }>('select id from member where advisor_id = $1', [
      author.advisorId,
    ])
    expect(rows).toHaveLength(1)
    expect(entries).toEqual([
      expect.objectContaining({ kind: 'contact.created', actor: author.actor, traceId: null }),
      expect.objectContaining({
        facts: {
          identifier: expect.any(String) as string,
          source: 4,
          fields: { firstName: 'Łukasz', phone: '+12025550123', gender: 1 },
          memberId: rows[0]?.id,
        },
      }),
    ])
  })

  it('is the same as a contact created through the API', async () => {
    const fields = { firstName: 'Ann', emailAddress: 'ann@mail.test', phone: '+12025550123', city: 'Dayton' }
    const other = await newAuthor()
    await createContact(database, other, { source: 'File import', fields })
    await importText(author, `${Object.keys(fields).join(',')}\n${Object.values(fields).join(',')}\n`)
    expect(await contactsOf(author)).toEqual(await contactsOf(other))
    const told = async (one: Author) =>
      (await readJournal(database, one.advisorId)).map(({ kind, facts }) => [
        kind,
        facts['source'],
        facts['fields'],
      ])
    expect(await told(author)).toEqual(await told(other))
  })

  it('joins the given group, with counters and journal', async () => {
    const groupId = await createGroup(database, author, {
      source: 'Advisor app',
      input: { name: 'Newsletter' },
    })
    await createGroup(database, author, { source: 'Advisor app', input: { name: 'Golf' } })
    expect(await findGroup(database, author.advisorId, 'NEWSLETTER')).toEqual({
      id: groupId,
      name: 'Newsletter',
    })
    await importText(
      author,
      `phone\n${Array.from({ length: 1_200 }, (_, index) => `+1202555${1_000 + index}`).join('\n')}`,
      {
        groupId,
      },
    )
    await expectExactBooks(database)
    const { rows } = await database.query<{ contact_count: number }>(
      'select contact_count from contact_group where advisor_id = $1 order by id',
      [author.advisorId],
    )
    expect(rows).toEqual([{ contact_count: 1_200 }, { contact_count: 0 }])
    const { contacts } = replay(await readJournal(database, author.advisorId))
    expect(Object.values(contacts).map(({ groupIds }) => groupIds)).toEqual(
      Array.from({ length: 1_200 }, () => [groupId]),
    )
  })

  it('is imported only into this advisor’s address book', async () => {
    const other = await newAuthor()
    await importText(other, 'firstName,phone\nBea,+12025550123\n')
    const before = await belongings(other)
    await importText(author, 'firstName,phone\nBea,+12025550123\n')
    expect(await belongings(other)).toBe(before)
    const otherGroup = await createGroup(database, other, { source: 'Advisor app', input: { name: 'Golf' } })
    await expect(findGroup(database, author.advisorId, 'Golf')).rejects.toThrow(
      'The advisor has no group Golf.',
    )
    await expect(findGroup(database, author.advisorId, String(otherGroup))).rejects.toThrow(
      'has no group with the id',
    )
    await expect(importText(author, 'firstName\nCyd\n', { groupId: otherGroup })).rejects.toThrow(
      'no group with this id',
    )
    expect(await namesOf(author)).toEqual(['Bea'])
  })
})

describe('a line that cannot be read as a whole', () => {
  it('is reported by number and value', async () => {
    const lines = [
      'firstName,phone,birthDate,gender,nickname',
      'Ann,(555) 123-4567,,,',
      '"Bea\nMay",15551234567,,,',
      'Cyd,,6/2/1974,,',
      'Cid,,6/31/1974,,',
      'Dot,,1974-02-30,,',
      'Eve,,,secret,',
      `Fay,,,,${'x'.repeat(201)}`,
      ',,,2,Gigi',
      'Hal,,',
      '',
      'Ida,+1,2000,,',
      'Joy\0,,,,',
    ]
    const without = ' (imported without it)'
    expect(await refusalsOf(lines.join('\n'))).toEqual([
      `line 2: Couldn’t read the phone number "(555) 123-4567"${without}`,
      `line 3: Couldn’t read the phone number "15551234567"${without}`,
      `line 6: Couldn’t read the birthday "6/31/1974"${without}`,
      `line 7: Couldn’t read the birthday "1974-02-30"${without}`,
      `line 8: Couldn’t read the gender "secret"${without}`,
      expect.stringMatching(/^line 9: Couldn’t read the preferred name "x{60}"/),
      'line 10: No name, number or email in this row',
      'line 11: This line has 3 columns, and the first line has 5',
      `line 13: Couldn’t read the phone number "+1". Couldn’t read the birthday "2000" (imported without them)`,
      'line 14: No name, number or email in this row. Couldn’t read the first name "Joy"',
    ])
  })

  it('is skipped if nobody is in it, and the others are imported', async () => {
    const refused: number[] = []
    const report = await importText(author, 'firstName,phone\n,12\nBea,+12025550123\n,13\n', {
      onNoted: ({ line }) => refused.push(line),
    })
    expect(report).toMatchObject({ created: 1, refused: 2 })
    expect(refused).toEqual([2, 4])
    expect(await namesOf(author)).toEqual(['Bea'])
  })

  it('changes nothing in a dry run, nor does a valid one', async () => {
    await importText(author, 'firstName\nZoe\n')
    const before = await belongings(author)
    const report = await withFile('firstName,phone\n,12\nBea,+12025550123\nCyd,13\n', {}, file =>
      checkContacts(file),
    )
    expect(report).toEqual({ right: 2, refused: 1, doubtful: 1 })
    expect(await belongings(author)).toBe(before)
  })
})

describe('the columns', () => {
  it.each([
    [
      'Handy;First',
      { map: [['Handy', 'phone']] },
      '+12025550123;Ann',
      { phone: '+12025550123', first_name: 'Ann' },
    ],
    ['Phone\tmobile phone', {}, '+12025550123\t+12025550124', { phone: '+12025550124' }],
    ['Phone,Mobile', { ignore: ['mobile'] }, '+12025550123,+12025550124', { phone: '+12025550123' }],
    ['First Name,Given', { map: [['Given', 'FIRSTNAME']] }, 'Ann,Bea', { first_name: 'Bea' }],
    ['Total = 5,x', { map: [['Total = 5', 'lastName']] }, 'Ann,', { last_name: 'Ann' }],
  ] as const)('%j are recognized with %j', async (header, reading, line, contact) => {
    await importText(author, `${header}\n${line}\n`, { reading: reading })
    const [found] = await contactsOf(author)
    expect(found).toEqual({ ...contact, email_status: 0, gender: 0, marital_status: 0, source: 4 })
  })

  it('that are unknown are reported once and skipped', async () => {
    const unused = await withFile(
      'Notes,First,,Fax,Vorname\na,b,c,d,e\n',
      { ignore: ['fax'] },
      async file => file.unusedColumns,
    )
    expect(unused).toEqual(['Notes', 'Vorname'])
  })

  it.each([
    [{}, 'City,Notes', /^No column is one of firstName, .*The first line names "City", "Notes"\.$/],
    [
      { map: [['Tel', 'phone']] },
      'City,Notes',
      'There is no column "Tel". The first line names "City", "Notes".',
    ],
    [{ map: [['City', 'town']] }, 'City', /^There is no field "town"\. The fields are firstName, /],
    [
      {
        map: [
          ['a', 'city'],
          ['b', 'city'],
        ],
      },
      'a,b',
      'Two columns are mapped to the field city.',
    ],
    [{ ignore: ['c'] }, 'a,b', 'There is no column "c".'],
    [{}, '', 'clients.csv cannot be read as CSV: it is empty. Nothing was done.'],
  ] as const)('with %j are rejected: %j', async (reading, header, message) => {
    await expect(
      importText(author, `${header}\nx,y\n`.replace(/^\nx,y\n/, ''), { reading: reading }),
    ).rejects.toThrow(message)
    expect(await contactsOf(author)).toEqual([])
  })
})
