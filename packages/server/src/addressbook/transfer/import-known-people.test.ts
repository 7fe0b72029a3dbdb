import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { expectExactBooks, readJournal } from '../../../test/database/address-book-audit.ts'
import { firstNamesOf, startContactFiles } from '../../../test/people/contact-files.ts'
import type { Author } from '../../journal/index.ts'
import { createGroup } from '../groups/create-group.ts'

const { database, newAuthor, importText, close } = await startContactFiles()
afterAll(close)
let author: Author
beforeEach(async () => {
  author = await newAuthor()
})
const namesOf = (of: Author): Promise<unknown[]> => firstNamesOf(database, of)

async function contactsOf({ advisorId }: Author): Promise<object[]> {
  const { rows } = await database.query<object>(
    'select first_name, email_address, phone, city from contact where advisor_id = $1 order by id',
    [advisorId],
  )
  return rows
}

describe('somebody who is in the address book already', () => {
  it('is not added again, in any spelling, but gets what is missing', async () => {
    await importText(author, 'firstName,lastName,phone\nJosé,O’Connor,+12025550123\nAnn,Lee,\n')
    const again = await importText(
      author,
      `firstName,lastName,phone,city,email\njose,O'Connor,202-555-0123,Dayton,jose@mail.test\nAnn,Lee,,,\n`,
    )
    // Nothing tells whether the second Ann Lee is the first.
    expect(again).toMatchObject({ created: 1, duplicates: 1 })
    const [jose] = await contactsOf(author)
    expect(jose).toMatchObject({ first_name: 'José', city: 'Dayton', email_address: 'jose@mail.test' })
    const kinds = (await readJournal(database, author.advisorId)).map(({ kind }) => kind)
    expect(kinds).toEqual(['contact.created', 'contact.created', 'contact.changed', 'contact.created'])
    const third = await importText(
      author,
      'firstName,lastName,email,city\nJose,OConnor,JOSE@mail.test,Akron\n',
    )
    expect(third).toMatchObject({ created: 0, duplicates: 1 })
    expect((await contactsOf(author))[0]).toMatchObject({ city: 'Dayton' })
    await expectExactBooks(database)
  })

  it('gets what any of several lines says', async () => {
    const lines = [
      'Ann,Lee,+12025550123,ann@mail.test,',
      'Ann,Lee,+12025550123,,Dayton',
      'Bea,,+12025550124,,',
    ]
    const title = 'firstName,lastName,phone,email,city'
    expect(await importText(author, [title, ...lines].join('\n'))).toMatchObject({
      created: 2,
      duplicates: 1,
    })
    expect((await contactsOf(author))[0]).toMatchObject({ email_address: 'ann@mail.test', city: 'Dayton' })
    const more = ['Bea,,+12025550124,bea@mail.test,', 'Bea,,,BEA@mail.test,Akron']
    expect(await importText(author, [title, ...more].join('\n'))).toMatchObject({ created: 0, duplicates: 2 })
    expect((await contactsOf(author))[1]).toMatchObject({ email_address: 'bea@mail.test', city: 'Akron' })
    await expectExactBooks(database)
  })

  it('is found in earlier lines too, and joins the group', async () => {
    const groupId = await createGroup(database, author, { source: 'Advisor app', input: { name: 'Golf' } })
    await importText(author, 'firstName,phone\nAnn,+12025550123\n')
    const report = await importText(
      author,
      'firstName,phone\nAnn,+12025550123\nBea,+12025550124\nbea,(202) 555-0124\nCyd,+12025550124\n',
      { groupId },
    )
    expect(report).toMatchObject({ created: 2, duplicates: 2 })
    expect(await namesOf(author)).toEqual(['Ann', 'Bea', 'Cyd'])
    const { rows } = await database.query<object>(
      'select contact_count from contact_group where advisor_id = $1',
      [author.advisorId],
    )
    expect(rows).toEqual([{ contact_count: 3 }])
    await expectExactBooks(database)
  })
})
