import { operations } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/http/expect-problem.ts'
import { checkOf } from '../../../test/http/schema-check.ts'
import { type BookClient, startAddressBook } from '../../../test/servers/address-book.ts'

const server = await startAddressBook()
afterAll(() => server.close())
let client: BookClient
let other: BookClient

interface Found {
  readonly data: readonly { contactId: number; fullName: string; groupCount: number; groupNames: string[] }[]
  readonly pageInfo: {
    nextCursor?: string
    page: number
    pageSize: number
    totalRecord: number
    sortBy: string
    sortDirection: string
  }
}

interface Model {
  readonly id: number
  readonly fullName: string
  readonly email: string
  readonly emailStatus: number
  readonly groups: readonly number[]
  readonly phone: string | undefined
}

const firstNames = ['Ada', 'bea', 'Émile', 'zoë', 'Ørjan', 'Ada', 'Max_1', '100%', 'back\\slash', 'O’Neil']
const lastNames = ['Stone', 'stone', 'Álvarez', 'Zhu', undefined, 'van der Berg']
const book: Model[] = []
let groupIds: number[] = []

const lower = (text: string): string => text.toLocaleLowerCase('und')
const folded = (text: string): string =>
  lower(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replaceAll('ø', 'o')
const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const orders: Record<string, (a: Model, b: Model) => number> = {
  fullName: (a, b) => byCodePoint(lower(a.fullName), lower(b.fullName)),
  email: (a, b) => byCodePoint(lower(a.email), lower(b.email)),
  emailStatus: (a, b) => a.emailStatus - b.emailStatus,
  groupCount: (a, b) => a.groups.length - b.groups.length,
  source: () => 0,
  dateTimeCreated: () => 0, // ids are assigned in the same order
  dateTimeModified: () => 0, // each is changed once, right after it is created
}

function expected(
  sortBy: string,
  direction: string,
  keep: (contact: Model) => boolean = () => true,
): number[] {
  const order = orders[sortBy] ?? (() => 0)
  const sorted = book.filter(keep).toSorted((a, b) => order(a, b) || a.id - b.id)
  return (direction === 'desc' ? sorted.toReversed() : sorted).map(({ id }) => id)
}

const check = checkOf(operations.searchContacts.result)

async function search(query: Record<string, string | number>): Promise<Found> {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  )
  const answer = await client.call('GET', `/contacts?${parameters.toString()}`)
  expect(answer.status, answer.body).toBe(200)
  const found = JSON.parse(answer.body) as Found
  expect(check(found)).toEqual([])
  return found
}

/** All pages in order, including the one past the end. */
async function walk(query: Record<string, string | number>, pageSize: number): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page += 1) {
    const { data, pageInfo } = await search({ ...query, page, pageSize })
    if (data.length === 0) {
      expect(pageInfo.totalRecord).toBe(ids.length)
      return ids
    }
    ids.push(...data.map(({ contactId }) => contactId))
  }
}

/** All pages in order, each after the one before. */
async function follow(query: Record<string, string | number>, pageSize: number): Promise<number[]> {
  const ids: number[] = []
  let after: string | undefined
  do {
    const { data, pageInfo } = await search({ ...query, pageSize, ...(after && { after }) })
    ids.push(...data.map(({ contactId }) => contactId))
    after = pageInfo.nextCursor
  } while (after !== undefined)
  return ids
}

beforeAll(async () => {
  client = await server.welcome()
  other = await server.welcome()
  groupIds = await Promise.all(['Zeta', 'alpha', 'Beta'].map(name => client.create('/groups', { name })))
  for (let index = 0; index < 60; index += 1) {
    const firstName = firstNames[index % firstNames.length]
    const lastName = lastNames[index % lastNames.length]
    const email = index % 3 === 0 ? `Person.${index % 7}@Mail.test` : ''
    const phone = index % 2 === 0 ? `+1202555${String(1_000 + (index % 20))}` : undefined
    const id = await client.create('/contacts', {
      firstName,
      ...(lastName && { lastName }),
      ...(email && { emailAddress: email }),
      ...(phone && { phone }),
    })
    const groups = groupIds.filter((_, group) => index % (group + 2) === 0)
    await client.call('PUT', `/contacts/${id}/groups`, { groupIds: groups })
    const fullName = [firstName, lastName].filter(name => name !== undefined).join(' ')
    book.push({ id, fullName, email, emailStatus: email ? 1 : 0, groups, phone })
  }
  await other.create('/contacts', { firstName: 'Ada', lastName: 'Stone', phone: '+12025551000' })
})

describe('200: a search', () => {
  const sorts = Object.keys(orders).flatMap(sortBy =>
    ['asc', 'desc'].map(direction => [sortBy, direction] as const),
  )

  it.each(sorts)(
    'by %s %s shows every contact once, in one order, for any page size',
    async (sortBy, sortDirection) => {
      for (const pageSize of [7, 60, 200]) {
        expect(await walk({ sortBy, sortDirection }, pageSize)).toEqual(expected(sortBy, sortDirection))
      }
    },
  )

  it.each(sorts)('by %s %s is the same when followed by cursor', async (sortBy, sortDirection) => {
    for (const pageSize of [7, 60, 200]) {
      expect(await follow({ sortBy, sortDirection }, pageSize)).toEqual(expected(sortBy, sortDirection))
    }
    for (const filter of [{ search: 'ada' }, { groupId: groupIds[0] ?? 0 }, { phone: '+12025551004' }]) {
      expect(await follow({ ...filter, sortBy, sortDirection }, 2)).toEqual(
        await walk({ ...filter, sortBy, sortDirection }, 200),
      )
    }
  })

  it('followed by cursor neither repeats nor skips anyone while others come and go', async () => {
    const own = await server.welcome()
    const page = async (query: string): Promise<Found> =>
      JSON.parse((await own.call('GET', `/contacts?pageSize=2&${query}`)).body) as Found
    const ids: number[] = []
    for (const firstName of ['B', 'C', 'D', 'E']) ids.push(await own.create('/contacts', { firstName }))
    const first = await page('')
    await own.create('/contacts', { firstName: 'A' })
    await own.call('DELETE', `/contacts/${ids[1]}`)
    const second = await page(`after=${first.pageInfo.nextCursor}&page=9`)
    expect(second.data.map(({ contactId }) => contactId)).toEqual(ids.slice(2))
    expect(second.pageInfo).toMatchObject({ totalRecord: 4 })
    expect(second.pageInfo).not.toHaveProperty('nextCursor')
  })

  it.each([
    ['ada', 'ADA'],
    ['stone', 'tOnE'],
    ['an accent', 'ÉMILE'],
    ['two words of a name', 'zoë zhu'],
    ['part of an e-mail address', '.3@mail'],
    ['part of a phone number', '5551004'],
    ['a percent sign', '%'],
    ['an underscore', '_'],
    ['a backslash', '\\'],
    ['a trailing backslash', 'back\\'],
    ['another spelling', 'emile'],
    ['letters that are not accented ones', 'orjan'],
    ['a plain apostrophe', `O'NEIL`],
    ['words in another order', 'zhu zoe'],
    ['words of two fields', 'stone person'],
    ['a text without matches', 'zzzz'],
  ])('for %s finds exactly the contacts that contain its words, in every order', async (_what, text) => {
    const words = folded(text).split(' ')
    const holds = ({ fullName, email, phone }: Model): boolean =>
      words.every(word => [fullName, email, phone ?? ''].some(field => folded(field).includes(word)))
    for (const sortBy of Object.keys(orders)) {
      expect(await walk({ search: text, sortBy }, 4)).toEqual(expected(sortBy, 'asc', holds))
    }
  })

  it('shows phone, consent and the last change of each contact', async () => {
    const own = await server.welcome()
    const phones = ['+12025551801', '+12025551802', '+12025551803']
    for (const phone of phones) await own.create('/contacts', { firstName: 'P', phone })
    const unreachable = await own.create('/contacts', { firstName: 'Q' })
    for (const [index, consent] of ['accepted', 'declined', 'opted_out'].entries()) {
      const change = 'update member set consent = $1 where advisor_id = $2 and phone = $3'
      await server.database.query(change, [consent, own.advisorId, phones[index]])
    }
    const { body } = await own.call('GET', '/contacts?sortBy=dateTimeModified')
    const { data } = JSON.parse(body) as { data: Record<string, unknown>[] }
    expect(data).toMatchObject([
      { phone: phones[0], consentState: 'accepted' },
      { phone: phones[1], consentState: 'pending' },
      { phone: phones[2], consentState: 'none', optedOut: true },
      { contactId: unreachable },
    ])
    expect(data[0]).not.toHaveProperty('optedOut')
    expect(data[3]).not.toHaveProperty('consentState')
    expect(data[3]?.['dateTimeModified']).toBe((await own.contact(unreachable))['dateTimeModified'])
  })

  it('for white space or punctuation finds everyone, and ignores it around words', async () => {
    expect((await search({ search: '   ' })).pageInfo.totalRecord).toBe(book.length)
    expect((await search({ search: `'";--` })).pageInfo.totalRecord).toBe(book.length)
    expect((await search({ search: 'Zhu, (zoë).' })).pageInfo.totalRecord).toBe(
      book.filter(({ fullName }) => lower(fullName).includes('zoë zhu')).length,
    )
    expect((await search({ search: ' zhu ' })).pageInfo.totalRecord).toBe(
      book.filter(({ fullName }) => lower(fullName).includes('zhu')).length,
    )
  })

  it('by group, phone and change time works alone and combined', async () => {
    for (const groupId of groupIds) {
      const inGroup = ({ groups }: Model): boolean => groups.includes(groupId)
      expect(await walk({ groupId }, 5)).toEqual(expected('fullName', 'asc', inGroup))
      expect(await walk({ groupId, search: 'ada' }, 5)).toEqual(
        expected('fullName', 'asc', contact => inGroup(contact) && lower(contact.fullName).includes('ada')),
      )
    }
    const phone = '+12025551004'
    expect(await walk({ phone }, 2)).toEqual(expected('fullName', 'asc', contact => contact.phone === phone))
    const changed = book[11]?.id ?? 0
    const since = new Date(Date.now() + 5).toISOString()
    await new Promise(resolve => setTimeout(resolve, 10))
    await client.call('PUT', `/contacts/${changed}`, { nickname: 'Changed' })
    expect(await walk({ modifiedSince: since }, 2)).toEqual([changed])
    expect(await walk({ modifiedSince: '2016-12-31T23:59:60Z' }, 50)).toHaveLength(book.length)
    expect(await walk({ search: 'changed' }, 2)).toEqual([changed])
  })

  it('returns the groups in order, with their count', async () => {
    const { data } = await search({ pageSize: 200 })
    for (const { contactId, groupCount, groupNames } of data) {
      const contact = book.find(({ id }) => id === contactId)
      expect(groupCount).toBe(contact?.groups.length)
      expect(groupNames).toEqual(groupNames.toSorted((a, b) => byCodePoint(lower(a), lower(b))))
      expect(groupNames).toHaveLength(groupCount)
    }
  })

  it('past the end is empty with the correct total', async () => {
    expect(await search({ page: 1_000, pageSize: 200 })).toMatchObject({
      data: [],
      pageInfo: {
        page: 1_000,
        pageSize: 200,
        totalRecord: book.length,
        sortBy: 'fullName',
        sortDirection: 'asc',
      },
    })
  })

  it('by another advisor, or by another advisor’s group, finds none of these', async () => {
    const mine = JSON.parse((await other.call('GET', '/contacts')).body) as Found
    expect(mine.pageInfo.totalRecord).toBe(1)
    const foreign = JSON.parse((await other.call('GET', `/contacts?groupId=${groupIds[0]}`)).body) as Found
    expect(foreign).toMatchObject({ data: [], pageInfo: { totalRecord: 0 } })
  })

  it('for groups lists them by name with their sizes', async () => {
    const answer = await client.call('GET', '/groups?pageSize=2')
    const found = JSON.parse(answer.body) as {
      data: { groupId: number; contactCount: number; name: string }[]
      pageInfo: object
    }
    expect(checkOf(operations.searchGroups.result)(found)).toEqual([])
    expect(found.data.map(({ name }) => name)).toEqual(['alpha', 'Beta'])
    expect(found.pageInfo).toEqual({
      page: 1,
      pageSize: 2,
      totalRecord: 3,
      sortDirection: 'asc',
      sortBy: 'name',
    })
    for (const { groupId, contactCount } of found.data) {
      expect(contactCount).toBe(book.filter(({ groups }) => groups.includes(groupId)).length)
    }
    const searched = JSON.parse(
      (await client.call('GET', '/groups?search=ETA&sortDirection=desc')).body,
    ) as typeof found
    expect(searched.data.map(({ name }) => name)).toEqual(['Zeta', 'Beta'])
    for (const odd of ['%', '_', '\\']) {
      const none = JSON.parse((await client.call('GET', `/groups?search=${encodeURIComponent(odd)}`)).body)
      expect(none).toMatchObject({ data: [], pageInfo: { totalRecord: 0 } })
    }
  })
})

describe('400: a search', () => {
  it.each([
    'sortBy=phone',
    'sortDirection=up',
    `search=${'x'.repeat(151)}`,
    'phone=2025550123',
    'modifiedSince=yesterday',
    'after=x',
    `after=${Buffer.from('["email","asc","",1]').toString('base64url')}`,
    `after=${Buffer.from('["fullName","desc","a",1]').toString('base64url')}`,
    `after=${Buffer.from('["fullName","asc","a\\u0000",1]').toString('base64url')}`,
    `sortBy=dateTimeCreated&after=${Buffer.from('["dateTimeCreated","asc","2024-02-31T00:00:00.000Z",1]').toString('base64url')}`,
    `sortBy=dateTimeCreated&after=${Buffer.from('["dateTimeCreated","asc","soon",1]').toString('base64url')}`,
    `sortBy=groupCount&after=${Buffer.from('["groupCount","asc","9999999999",1]').toString('base64url')}`,
  ])('with %s is rejected', async query => {
    const answer = await client.call('GET', `/contacts?${query}`)
    expectProblem(answer, { status: 400, code: 'invalid_request', instance: '/v1/core/contact/contacts' })
  })
})
