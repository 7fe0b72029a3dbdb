import { anyListOf, isBoolean, isDateTime, isInteger, isText, listOf, oneOf } from '../matches.ts'
import type { Scenario } from '../scenario.ts'

const contacts = '/core/contact/contacts'
const sortFields = ['fullName', 'email', 'emailStatus', 'groupCount', 'source', 'dateTimeCreated'] as const

const isSummary = {
  contactId: isInteger,
  identifier: isText,
  fullName: isText,
  emailStatus: oneOf('none', 'active', 'unsubscribed', 'bounced'),
  emailAddressDisposition: oneOf(0, 1, 2, 3),
  status: 'active',
  source: oneOf(0, 1, 2, 3, 4),
  sourceText: isText,
  groupCount: isInteger,
  groupNames: anyListOf(isText),
  isCrmLinkedContact: isBoolean,
  dateTimeCreated: isDateTime,
}

const sources = ['Advisor app', 'Partner API', 'Texting', 'CRM', 'File import']

const summaries: Scenario = {
  name: 'contact search: shape',
  run: async ({ get, advisors }, { statement }) => {
    // The third advisor’s address book: no scenario adds to it.
    const token = advisors[2]?.accessToken ?? ''
    const { status, body } = await get(`${contacts}?pageSize=200`, { token })
    statement('4.28 1.5', 'the status', status, 200)
    statement(
      '2.62 2.63 2.64 2.67 2.68 2.69 2.70 2.71 2.72 2.74 2.75 D3',
      'each item',
      body.data,
      listOf(isSummary),
    )
    const has = (member: string) => body.data.filter(item => item[member] !== undefined)
    const named = has('firstName').filter(item => item['lastName'] !== undefined)
    statement('2.65', 'items with names', named.length > 0, true)
    statement('2.65 2.64', 'names', named, listOf({ firstName: isText, lastName: isText }))
    statement(
      '2.64',
      'full names',
      named.map(item => item['fullName']),
      named.map(item => `${String(item['firstName'])} ${String(item['lastName'])}`),
    )
    statement('2.66', 'items with email', has('email').length > 0, true)
    statement(
      '2.66 2.67 2.68',
      'email',
      has('email'),
      listOf({ email: isText, emailAddressDisposition: oneOf(1, 2, 3) }),
    )
    statement(
      '2.70 D49',
      'source as text',
      body.data.map(item => item['sourceText']),
      body.data.map(item => sources[Number(item['source'])]),
    )
    statement(
      '2.71 2.72',
      'groups',
      body.data.map(item => item['groupCount']),
      body.data.map(item => (item['groupNames'] as string[]).length),
    )
    statement(
      '2.61 D4',
      'empty strings and nulls',
      body.data.flatMap(item => Object.values(item)).filter(value => value === '' || value === null),
      [],
    )
    statement('2.88 2.89 2.90 2.91 2.92 2.93', 'the page', body, {
      data: listOf({}),
      pageInfo: { page: 1, pageSize: 200, totalRecord: isInteger, sortDirection: 'asc', sortBy: 'fullName' },
    })
  },
}

const walk: Scenario = {
  name: 'contact search: the whole address book in every order',
  run: async ({ get, advisors }, { statement }) => {
    const token = advisors[2]?.accessToken ?? ''
    const page = async (query: string) => (await get(`${contacts}?${query}`, { token })).body
    const total = Number((await page('pageSize=1')).pageInfo['totalRecord'])
    statement('4.39', 'contacts', total > 100, true)
    for (const sortBy of sortFields) {
      const idsOf = async (sortDirection: string) => {
        const pages = await Promise.all(
          Array.from({ length: Math.ceil(total / 90) }, (_, index) =>
            page(`pageSize=90&sortBy=${sortBy}&sortDirection=${sortDirection}&page=${index + 1}`),
          ),
        )
        const infos = pages.map(({ pageInfo }) => pageInfo)
        statement(
          '2.92 2.93 4.42 4.43',
          `pages by ${sortBy}`,
          infos,
          listOf({ sortBy, sortDirection, totalRecord: total }),
        )
        return pages.flatMap(({ data }) => data.map(({ contactId }) => Number(contactId)))
      }
      const [up, down] = await Promise.all([idsOf('asc'), idsOf('desc')])
      statement('4.39 D52 4.42', `each contact once by ${sortBy}`, new Set(up).size, total)
      statement(
        'D52 4.43',
        `the two directions by ${sortBy}`,
        JSON.stringify(up.toReversed()) === JSON.stringify(down),
        true,
      )
    }
    const newest = await page('pageSize=200&sortBy=dateTimeCreated&sortDirection=desc')
    const times = newest.data.map(item => String(item['dateTimeCreated']))
    statement('4.42 4.43', 'newest first', times, times.toSorted().toReversed())
    const past = await page('page=100&pageSize=200')
    statement('D14', 'a page past the end', past, { data: [], pageInfo: { page: 100, totalRecord: total } })
    const defaults = await page('')
    statement('D14', 'defaults', defaults.pageInfo, { page: 1, pageSize: 50 })
    statement('D14', 'items', defaults.data.length, 50)
  },
}

const filters: Scenario = {
  name: 'contact search: filters',
  run: async ({ get, post, put, newPhone }, { statement }) => {
    const phone = newPhone()
    const person = { firstName: 'Quirina', lastName: 'Ostrander', emailAddress: 'quirina.o@mail.test', phone }
    const { body } = await post(contacts, person)
    const group = await post('/core/contact/groups', { name: 'Filtered' })
    await put(`${contacts}/${body.id}/groups`, { groupIds: [group.body.id] })
    const found = async (query: string) =>
      (await get(`${contacts}?${query}`)).body.data.map(item => item['contactId'])
    for (const search of ['quirina', 'OSTRANDER', 'Quirina Ostrander', 'quirina.o@mail', phone]) {
      statement('D52', `search ${search}`, await found(`search=${encodeURIComponent(search)}`), [body.id])
    }
    statement('D52', 'by group', await found(`groupId=${group.body.id}`), [body.id])
    statement('D52', 'by phone', await found(`phone=${encodeURIComponent(phone)}`), [body.id])
    statement('D52', 'by phone with a plain plus sign', await found(`phone=${phone}`), [body.id])
    const { body: read } = await get(`${contacts}/${body.id}`)
    const modified = String(read['dateTimeModified'])
    const after = new Date(Date.parse(modified) + 1).toISOString()
    const within = `search=quirina&modifiedSince=`
    statement(
      'D52',
      'modifiedSince',
      [await found(within + modified), await found(within + after)],
      [[body.id], []],
    )
    const wrong = await Promise.all(
      [`search=${'x'.repeat(151)}`, 'groupId=none', 'phone=202-555-0123', 'modifiedSince=yesterday'].map(
        query => get(`${contacts}?${query}`),
      ),
    )
    statement(
      'D52 D9',
      'invalid filters',
      wrong.map(({ status }) => status),
      [400, 400, 400, 400],
    )
    statement('D6', 'unknown parameters', (await get(`${contacts}?nonsense=1&pageSize=1`)).status, 200)
  },
}

export const contactSearchScenarios: readonly Scenario[] = [summaries, walk, filters]
