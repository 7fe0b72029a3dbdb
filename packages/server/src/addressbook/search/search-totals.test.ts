// Totals of filtered searches are counted once and cached. They must be as exact as fresh counts.
import { operations } from '@parley/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { type BookClient, startAddressBook } from '../../../test/servers/address-book.ts'
import { createContact } from '../contacts/create-contact.ts'
import { deleteContact } from '../contacts/delete-contact.ts'
import { updateContact } from '../contacts/update-contact.ts'
import type { ContactFilter } from './page-queries.ts'
import { RememberedTotals } from './remembered-totals.ts'
import { searchContacts } from './search-contacts.ts'

const server = await startAddressBook({ connections: 8 })
const { database } = server
afterAll(server.close)

async function totalOf(client: BookClient, query: string): Promise<number> {
  const answer = await client.call('GET', `/contacts?pageSize=1&${query}`)
  expect(answer.status, answer.body).toBe(200)
  return (JSON.parse(answer.body) as { pageInfo: { totalRecord: number } }).pageInfo.totalRecord
}

async function revisionOf({ advisorId }: BookClient): Promise<number> {
  const { rows } = await database.query<{ revision: number }>(
    'select revision from address_book where advisor_id = $1',
    [advisorId],
  )
  return rows[0]?.revision ?? 0
}

/** Three contacts called Ann, and a group with two of them. */
async function welcomeAnns() {
  const client = await server.welcome()
  const groupId = await client.create('/groups', { name: 'Group' })
  const contacts: number[] = []
  for (const firstName of ['Ann', 'Anna', 'Annabel', 'Bob']) {
    contacts.push(await client.create('/contacts', { firstName }))
  }
  const [ann = 0, anna = 0, , bob = 0] = contacts
  for (const id of [ann, anna]) await client.call('PUT', `/contacts/${id}/groups`, { groupIds: [groupId] })
  return { client, groupId, ann, anna, bob }
}

type Anns = Awaited<ReturnType<typeof welcomeAnns>>

const writes: Record<string, (anns: Anns) => Promise<unknown>> = {
  createContact: ({ client }) => client.create('/contacts', { firstName: 'Annette' }),
  updateContact: ({ client, bob }) => client.call('PUT', `/contacts/${bob}`, { nickname: 'Annie' }),
  deleteContact: ({ client, ann }) => client.call('DELETE', `/contacts/${ann}`),
  replaceContactGroups: ({ client, anna }) =>
    client.call('PUT', `/contacts/${anna}/groups`, { groupIds: [] }),
  createGroup: ({ client }) => client.create('/groups', { name: 'Other' }),
  upsertContacts: ({ client }) =>
    client.call('POST', '/contacts/batch', { contacts: [{ externalContactId: 'x', firstName: 'Anne' }] }),
  updateGroup: ({ client, groupId }) => client.call('PUT', `/groups/${groupId}`, { name: 'Renamed' }),
  changeGroupMembers: ({ client, groupId, anna }) =>
    client.call('POST', `/groups/${groupId}/members`, { remove: [anna] }),
  deleteGroup: ({ client, groupId }) => client.call('DELETE', `/groups/${groupId}`),
}

describe('after each kind of write', () => {
  const writing = Object.values(operations)
    .filter(({ scope }) => scope === 'core.contacts.write')
    .map(({ id }) => id)

  it.each(writing)('%s increments the revision and refreshes the totals', async id => {
    const anns = await welcomeAnns()
    const { client, groupId } = anns
    const queries = ['search=ann', `search=ann&groupId=${groupId}`, 'modifiedSince=2020-01-01T00:00:00Z']
    for (const query of [...queries, ...queries]) await totalOf(client, query)
    const before = await revisionOf(client)
    await writes[id]?.(anns)
    expect(await revisionOf(client)).toBe(before + 1)
    const { rows } = await database.query<{ anns: number; members: number; everybody: number }>(
      `select count(*) filter (where search_text like '%ann%') as anns, count(*) as everybody,
         count(*) filter (where search_text like '%ann%' and exists (
           select from membership where advisor_id = $1 and contact_id = contact.id and group_id = $2
         )) as members
       from contact where advisor_id = $1`,
      [client.advisorId, groupId],
    )
    const totals = await Promise.all(queries.map(query => totalOf(client, query)))
    expect(totals).toEqual([rows[0]?.anns, rows[0]?.members, rows[0]?.everybody])
  })

  it('a write without changes keeps the revision', async () => {
    const { client, groupId, ann, bob } = await welcomeAnns()
    const before = await revisionOf(client)
    await client.call('PUT', `/contacts/${bob}`, { firstName: 'Bob' })
    await client.call('PUT', `/contacts/${ann}/groups`, { groupIds: [groupId] })
    await client.call('PUT', `/contacts/${ann}/groups`, { groupIds: [2] })
    expect(await revisionOf(client)).toBe(before)
  })
})

it('a total is counted once, until the book changes', async () => {
  const { client } = await welcomeAnns()
  const counted: string[] = []
  const watched = {
    query: (query: { text: string; values: unknown[] }) => {
      if (query.text.includes('count(*)')) counted.push(query.text)
      return database.query(query)
    },
  } as unknown as typeof database
  const reading = { db: watched, totals: new RememberedTotals() }
  const find = () =>
    searchContacts(reading, searchFor({ advisorId: client.advisorId, modifiedSince: new Date(0) }))
  expect([(await find()).total, (await find()).total, (await find()).total]).toEqual([4, 4, 4])
  expect(counted).toHaveLength(1)
  await client.create('/contacts', { firstName: 'Hanno' })
  expect([(await find()).total, (await find()).total]).toEqual([5, 5])
  expect(counted).toHaveLength(2)
})

it('a write in progress during a count is in the next one', async () => {
  const { client } = await welcomeAnns()
  const writer = await server.owner.connect()
  try {
    await writer.query('begin')
    await writer.query(
      `insert into contact (advisor_id, source, email_status, first_name) values ($1, 1, 0, 'Annegret')`,
      [client.advisorId],
    )
    await writer.query(
      `update address_book set contact_count = contact_count + 1, revision = revision + 1 where advisor_id = $1`,
      [client.advisorId],
    )
    expect([await totalOf(client, 'search=ann'), await totalOf(client, 'search=ann')]).toEqual([3, 3])
    await writer.query('commit')
  } finally {
    writer.release()
  }
  expect(await totalOf(client, 'search=ann')).toBe(4)
})

it('two processes never show less than was acknowledged or more than was started', async () => {
  const { client } = await welcomeAnns()
  const { advisorId } = client
  const author = { advisorId, actor: { kind: 'operator', name: 'test' }, traceId: null } as const
  const followPhones = async () => []
  // Every round adds one match and removes one contact without a match, so the visible total lies between two counts.
  let [begun, acknowledged] = [3, 3]
  const writing = { isOver: false }
  const write = async (): Promise<void> => {
    for (let round = 0; round < 60; round += 1) {
      begun += 1
      const id = await createContact(database, author, {
        source: 'Partner API',
        fields: round % 3 === 0 ? { firstName: 'Bea' } : { firstName: 'Anne' },
      })
      if (round % 3 === 0) await updateContact({ database, followPhones }, author, id, { firstName: 'Anne' })
      acknowledged += 1
      const passer = await createContact(database, author, {
        source: 'Partner API',
        fields: { firstName: 'Zed' },
      })
      await deleteContact({ database, followPhones }, author, passer)
    }
  }
  const read = async (totals: RememberedTotals): Promise<number> => {
    let searches = 0
    for (; !writing.isOver; searches += 1) {
      const least = acknowledged
      const { total } = await searchContacts(
        { db: database, totals },
        searchFor({ advisorId, words: ['ann'] }),
      )
      expect(total).toBeGreaterThanOrEqual(least)
      expect(total).toBeLessThanOrEqual(begun)
    }
    return searches
  }
  const readers = [new RememberedTotals(), new RememberedTotals()].map(read)
  await Promise.all([write(), write(), write()])
  writing.isOver = true
  for (const searches of await Promise.all(readers)) expect(searches).toBeGreaterThan(20)
  expect(await totalOf(client, 'search=ann')).toBe(3 + 3 * 60)
})

it('the cache of totals is bounded', () => {
  const totals = new RememberedTotals()
  const filterAt = (advisorId: number) => searchFor({ advisorId, words: ['ann'] }).filter
  for (let advisorId = 0; advisorId <= 10_000; advisorId += 1) {
    totals.recall(filterAt(0))
    totals.remember(filterAt(advisorId), { total: advisorId, revision: 1, snapshot: '1:1:' })
  }
  expect(totals.recall(filterAt(0))).toBeDefined() // requested all the time
  expect(totals.recall(filterAt(1))).toBeUndefined()
  expect(totals.recall(filterAt(10_000))?.total).toBe(10_000)
})

function searchFor(filter: Partial<ContactFilter> & Pick<ContactFilter, 'advisorId'>) {
  return {
    filter: {
      words: undefined,
      externalId: undefined,
      groupId: undefined,
      phone: undefined,
      modifiedSince: undefined,
      ...filter,
    },
    after: undefined,
    page: 1,
    pageSize: 1,
    sortBy: 'fullName',
    sortDirection: 'asc',
  } as const
}
