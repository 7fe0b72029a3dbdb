// Whole files: broken, interrupted, imported again, imported concurrently.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { expectExactBooks } from '../../../test/database/address-book-audit.ts'
import { belongingsOf, firstNamesOf, startContactFiles } from '../../../test/people/contact-files.ts'
import type { Author } from '../../journal/index.ts'
import { createGroup } from '../groups/create-group.ts'
import { deleteGroup } from '../groups/delete-group.ts'
import { importContacts } from './import-contacts.ts'

const { database, newAuthor, withFile, importText, close } = await startContactFiles()
afterAll(close)
let author: Author
beforeEach(async () => {
  author = await newAuthor()
})
const belongings = (of: Author): Promise<string> => belongingsOf(database, of)
const namesOf = (of: Author): Promise<unknown[]> => firstNamesOf(database, of)

const sorted = (names: readonly unknown[]): string[] => names.map(String).toSorted()

describe('a file', () => {
  it.each([
    [
      'that is an Excel workbook',
      Buffer.from('PK\x03\x04 and so on', 'latin1'),
      'it is an Excel workbook (.xlsx). In Excel, choose File, Save As, and the type "CSV UTF-8", then import that file',
    ],
    ['that is no text', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff]), 'it is not a text file'],
    [
      'whose last line is broken',
      `firstName\n${'Ann\n'.repeat(2_000)}"Bea`,
      'near line 2002: a quotation mark is not closed',
    ],
  ])('%s is rejected as a whole', async (_, content, message) => {
    await expect(importText(author, content)).rejects.toThrow(
      `cannot be read as CSV: ${message}. Nothing was done.`,
    )
    expect(await namesOf(author)).toEqual([])
  })

  it.each([
    ['Windows-1252', Buffer.from('firstName\nJos\xe9\n', 'latin1')],
    ['UTF-16', Buffer.from('\ufefffirstName\nJosé\n', 'utf16le')],
  ])('in %s is read as such', async (_, content) => {
    await importText(author, content)
    expect(await namesOf(author)).toEqual(['José'])
  })

  it('that was already imported is recognized, and imported again only on request', async () => {
    const text = 'firstName,phone\nAnn,\n,12\n'
    await importText(author, text)
    const before = await belongings(author)
    expect(await importText(author, text)).toEqual({
      outcome: 'known',
      created: 1,
      refused: 1,
      duplicates: 0,
      finishedAt: expect.any(Date) as Date,
    })
    await expect(importText(author, text, { reading: { map: [['phone', 'lastName']] } })).rejects.toThrow(
      'imported before with other columns or another group',
    )
    expect(await belongings(author)).toBe(before)
    expect(await importText(author, text, { again: true })).toMatchObject({ outcome: 'imported', created: 1 })
    expect(await namesOf(author)).toEqual(['Ann', 'Ann'])
    expect(await importText(author, text)).toMatchObject({ outcome: 'known' })
    await expectExactBooks(database)
  })

  const names = Array.from({ length: 1_700 }, (_, index) => `N${index}`)
  const long = `firstName,phone\n${names.map((name, index) => (index % 100 === 7 ? ',12\n' : `${name},\n`)).join('')}`
  const rightNames = names.filter((_, index) => index % 100 !== 7)

  /** Interrupts the import with an error after this many lines, as a lost connection would. */
  const breakOff = (after: number, again = false): Promise<unknown> =>
    importText(author, long, {
      again,
      onProgress: count => {
        if (count >= after) throw new Error('broken off')
      },
    }).catch((error: unknown) => error)

  it('that was interrupted resumes after its last batch, with the report of a full run', async () => {
    expect(await breakOff(1_000)).toMatchObject({ message: 'broken off' })
    expect(await namesOf(author)).toEqual(rightNames.slice(0, 990))
    const refused: number[] = []
    const report = await importText(author, long, { onNoted: ({ line }) => refused.push(line) })
    expect(report).toEqual({
      outcome: 'imported',
      created: 1_683,
      refused: 17,
      duplicates: 0,
      continuedAfterLine: 1_001,
    })
    expect(refused).toHaveLength(17)
    expect(await namesOf(author)).toEqual(rightNames)
    await expectExactBooks(database)
  })

  it('that was interrupted during a second import resumes too', async () => {
    await importText(author, long)
    await breakOff(500, true)
    expect(await importText(author, long, { again: true })).toMatchObject({
      created: 1_683,
      continuedAfterLine: 501,
    })
    expect(sorted(await namesOf(author))).toEqual(sorted([...rightNames, ...rightNames]))
  })

  it('that two processes import concurrently is imported once', async () => {
    const outcomes = await withFile(long, {}, file =>
      Promise.allSettled([1, 2, 3].map(() => importContacts(database, author, { file }))),
    )
    const failures = outcomes.filter(({ status }) => status === 'rejected')
    for (const failure of failures) {
      expect(failure).toMatchObject({
        reason: { message: expect.stringContaining('Another process') as string },
      })
    }
    expect(failures.length).toBeLessThan(3)
    expect(sorted(await namesOf(author))).toEqual(sorted(rightNames))
    await expectExactBooks(database)
  })

  it('whose group is deleted meanwhile stops there, and its contacts stay', async () => {
    const groupId = await createGroup(database, author, { source: 'Advisor app', input: { name: 'Golf' } })
    const importing = withFile(long, {}, file => {
      const lines = file.lines.bind(file)
      async function* removing(onRead?: (share: number) => void) {
        for await (const line of lines(onRead)) {
          if (line.line === 800) await deleteGroup(database, author, groupId)
          yield line
        }
      }
      return importContacts(database, author, { file: { ...file, lines: removing }, groupId })
    })
    await expect(importing).rejects.toThrow('no group with this id')
    expect(await namesOf(author)).toEqual(rightNames.slice(0, 495))
    await expectExactBooks(database)
  })
})
