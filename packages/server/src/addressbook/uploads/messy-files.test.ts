import { appOperations } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../../test/carriers/texting.ts'
import { runImports } from '../../../test/processes/run-imports.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'

// A book of 200 clients as people keep it: odd dates, several numbers in one cell, words where a code belongs.
let server: AdvisorApp
let client: AppClient
beforeAll(async () => {
  server = await startAdvisorApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await server.welcome()
})

/** What stands in the cell, and what may be stored of it. Undefined: nothing for certain. */
const birthdays: readonly (readonly [text: string, stored?: string])[] = [
  ['1960-02-03', '1960-02-03'],
  ['2/3/1960', '1960-02-03'],
  ['Feb 3, 1960', '1960-02-03'],
  ['2/30/1971'],
  ['03.02.1960'],
  ['1960'],
  ['n/a'],
  [''],
]
const numbers: readonly ((last: string) => readonly [text: string, stored?: string])[] = [
  last => [`(202) 555-${last}`, `+1202555${last}`],
  last => [`202.555.${last}`, `+1202555${last}`],
  last => [`tel: 202-555-${last}`, `+1202555${last}`],
  last => [`+44 20 7946 ${last}`, `+44207946${last}`],
  last => [`202-555-${last} x12`],
  last => [`(202) 555-${last}; (202) 555-0199`],
  () => ['none'],
]
const genders: readonly (readonly [text: string, stored: number])[] = [
  ['F', 2],
  ['Male', 1],
  ['x', 0],
  ['divorced', 0],
  ['', 0],
]
const firstNames = ['José', 'Zoë', 'Anne-Marie', 'Jürgen', 'Mary Ann', 'O’Brien', 'Nuño']

const people = Array.from({ length: 200 }, (_, index) => {
  const pick = <Value>(values: readonly Value[]): Value => values[index % values.length] as Value
  const last = String(4_000 + index)
  const [birthday, birthDate] = pick(birthdays)
  const [number, phone] = pick(numbers)(last)
  const [genderText, gender] = pick(genders)
  const email = index % 9 === 4 ? 'not an email' : `Client ${index} <client${index}@mail.test>`
  const firstName = `${pick(firstNames)} ${index}`
  const cells = [firstName, 'Smith', number, email, birthday, genderText, 'Likes "golf"; and, tea']
  const emailAddress = index % 9 === 4 ? undefined : `client${index}@mail.test`
  return { firstName, cells, birthDate, phone, gender, emailAddress }
})
const titles = ['First Name ', 'Last', 'Cell Phone', 'E-Mail Address', 'DOB', 'Gender', 'Notes']

const textOf = (separator: string): string =>
  [titles, ...people.map(({ cells }) => cells)]
    .map(cells => cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(separator))
    .join('\r\n')
/** Curly apostrophes have another byte in Windows-1252 than in Latin-1. */
const inWindows1252 = (text: string): Buffer => Buffer.from(text.replaceAll('’', '\x92'), 'latin1')

const files: readonly (readonly [name: string, encoding: string, bytes: Buffer])[] = [
  ['commas.csv', 'utf-8', Buffer.from(`\u{feff}${textOf(',')}`)],
  ['semicolons.csv', 'utf-8', Buffer.from(textOf(';'))],
  ['windows.csv', 'windows-1252', inWindows1252(textOf(','))],
  ['tabs.txt', 'utf-16le', Buffer.from(`\u{feff}${textOf('\t')}`, 'utf16le')],
]

it.each(files)(
  '%s: everybody is imported, nothing is invented, every doubt is listed',
  async (name, encoding, bytes) => {
    const draft = await client.ok(appOperations.uploadContacts, { query: { fileName: name }, body: bytes })
    expect(draft).toMatchObject({ lines: 200, created: 200, refused: 0, duplicates: 0, encoding })
    const params = { importId: draft.importId }
    await client.ok(appOperations.startContactImport, { params, body: {} })
    const isOver = async () =>
      (await client.ok(appOperations.getContactImport, { params })).state === 'finished'
    await runImports(server.databaseUrl, () => eventually('the import is over', isOver, 30_000))
    const { rows } = await server.database.query<object>(
      `select first_name as "firstName", birth_date as "birthDate", phone, gender, email_address as "emailAddress"
     from contact where advisor_id = $1 order by id`,
      [client.advisorId],
    )
    const absent = (value: unknown): unknown => value ?? null
    expect(rows).toEqual(
      people.map(({ firstName, birthDate, phone, gender, emailAddress }) => ({
        firstName,
        birthDate: absent(birthDate),
        phone: absent(phone),
        gender,
        emailAddress: absent(emailAddress),
      })),
    )

    const answer = await client.call(appOperations.downloadRefusals, { params })
    const doubts = people.flatMap(({ firstName, cells, birthDate, phone, gender, emailAddress }) => {
      const [, , number = '', email = '', birthday = '', genderText = ''] = cells
      const left = [
        phone === undefined && number !== 'none' && number,
        emailAddress === undefined && email,
        birthDate === undefined && !['', 'n/a'].includes(birthday) && birthday,
        gender === 0 && genderText,
      ].filter(value => value !== false && value !== '')
      return left.map(value => ({ firstName, value: String(value) }))
    })
    const lines = answer.text.split('\r\n').map(line => line.replaceAll('""', '"'))
    for (const { firstName, value } of doubts) {
      const line = lines.find(one => one.includes(`${firstName}"`) || one.startsWith(`${firstName},`))
      expect(line, `${firstName}: ${value}`).toContain(`"${value}"`)
    }
    expect(lines).toHaveLength(new Set(doubts.map(({ firstName }) => firstName)).size + 2)

    const again = await client.ok(appOperations.uploadContacts, {
      query: { fileName: 'newer.csv' },
      body: Buffer.concat([bytes, Buffer.from(encoding === 'utf-16le' ? '\n\0' : '\n')]),
    })
    const isTold = people.filter(
      ({ phone, emailAddress }) => phone !== undefined || emailAddress !== undefined,
    )
    expect(again).toMatchObject({ duplicates: isTold.length, created: 200 - isTold.length })
  },
)

it('an Excel workbook is refused by its name, with what to do', async () => {
  const answer = await client.call(appOperations.uploadContacts, {
    query: { fileName: 'clients.xlsx' },
    body: Buffer.from('504b030414000600', 'hex'),
  })
  expect([answer.status, answer.problem.detail]).toEqual([
    400,
    'clients.xlsx cannot be read as CSV: it is an Excel workbook (.xlsx). In Excel, choose File, Save As, and the type "CSV UTF-8", then import that file. Nothing was done.',
  ])
})
