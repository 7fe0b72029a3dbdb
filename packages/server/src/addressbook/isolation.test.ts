// Another advisor's contacts and groups look as if they did not exist, and stay unchanged.
import { afterAll, expect, it } from 'vitest'
import { expectExactBooks, readJournal } from '../../test/database/address-book-audit.ts'
import { expectProblem } from '../../test/http/expect-problem.ts'
import { type BookClient, startAddressBook } from '../../test/servers/address-book.ts'

const server = await startAddressBook()
afterAll(server.close)
const owner = await server.welcome()
const stranger = await server.welcome()
const contactId = await owner.create('/contacts', { firstName: 'Ann', phone: '+12025550123' })
const groupId = await owner.create('/groups', { name: 'Golf', externalGroupId: 'crm-1' })
await owner.call('PUT', `/contacts/${contactId}/groups`, { groupIds: [groupId] })

async function everythingOf({ advisorId }: BookClient): Promise<unknown> {
  const tables = ['contact', 'contact_group', 'membership', 'member', 'address_book', 'journal']
  const reads = tables.map(table =>
    server.database.query<object>(`select * from ${table} where advisor_id = $1 order by 2, 3`, [advisorId]),
  )
  return (await Promise.all(reads)).map(({ rows }) => rows)
}

const calls: [
  string,
  (client: BookClient, id: { contact: number; group: number }) => ReturnType<BookClient['call']>,
][] = [
  ['getContact', (client, { contact }) => client.call('GET', `/contacts/${contact}`)],
  [
    'updateContact',
    (client, { contact }) => client.call('PUT', `/contacts/${contact}`, { firstName: 'Eve' }),
  ],
  ['deleteContact', (client, { contact }) => client.call('DELETE', `/contacts/${contact}`)],
  [
    'replaceContactGroups',
    (client, { contact }) => client.call('PUT', `/contacts/${contact}/groups`, { groupIds: [] }),
  ],
  [
    'replaceContactGroups with all',
    (client, { contact }) => client.call('PUT', `/contacts/${contact}/groups`, { isSelectAllGroup: true }),
  ],
  ['getGroup', (client, { group }) => client.call('GET', `/groups/${group}`)],
  ['updateGroup', (client, { group }) => client.call('PUT', `/groups/${group}`, { name: 'Stolen' })],
  ['changeGroupMembers', (client, { group }) => client.call('POST', `/groups/${group}/members`, {})],
  ['deleteGroup', (client, { group }) => client.call('DELETE', `/groups/${group}`)],
]

it.each(calls)(
  '404: %s responds to a foreign id as to an unknown one, and changes nothing',
  async (_, call) => {
    const before = await everythingOf(owner)
    const none = expectProblem(await call(stranger, { contact: 2, group: 2 }), {
      status: 404,
      code: 'not_found',
    })
    const foreign = expectProblem(await call(stranger, { contact: contactId, group: groupId }), {
      status: 404,
      code: 'not_found',
    })
    expect(foreign.detail).toBe(none.detail)
    expect(await everythingOf(owner)).toEqual(before)
  },
)

it('400: a contact cannot join a foreign group, and “all” does not include one', async () => {
  const before = await everythingOf(owner)
  const own = await stranger.create('/contacts', { firstName: 'Eve', phone: '+12025550123' })
  const answer = await stranger.call('PUT', `/contacts/${own}/groups`, { groupIds: [groupId] })
  expectProblem(answer, { status: 400, code: 'invalid_request' })
  expect((await stranger.call('PUT', `/contacts/${own}/groups`, { isSelectAllGroup: true })).status).toBe(200)
  expect(await stranger.contact(own)).toMatchObject({ groupIds: [] })
  expect(await everythingOf(owner)).toEqual(before)
  await expectExactBooks(server.database)
})

it('one phone number is a separate member for each advisor', async () => {
  const { rows } = await server.database.query<object>(
    `select distinct id from member where phone = '+12025550123'`,
  )
  expect(rows).toHaveLength(2)
})

it('every entry names the advisor it belongs to', async () => {
  for (const { advisorId } of [owner, stranger]) {
    const entries = await readJournal(server.database, advisorId)
    expect(entries.length).toBeGreaterThan(0)
    expect(entries.every(entry => entry.advisorId === advisorId)).toBe(true)
  }
})
