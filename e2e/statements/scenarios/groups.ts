import { isDateTime, isInteger, isText, listOf } from '../matches.ts'
import type { Scenario } from '../scenario.ts'

const contacts = '/core/contact/contacts'
const groups = '/core/contact/groups'

const ascending = (one: number, other: number): number => one - other

const groupLife: Scenario = {
  name: 'groups: create, search, delete',
  run: async ({ get, post, remove }, { statement }) => {
    const externalGroupId = 'crm-7'
    const created = await post(groups, { name: 'Zz audit', externalGroupId })
    statement('1.6 2.42 4.31', 'create', created, { status: 200, body: { id: isInteger } })
    const { id } = created.body
    const again = await post(groups, { name: 'Another name', externalGroupId })
    statement('D54 2.77', 'the same externalGroupId', again, { status: 200, body: { id } })
    const same = await post(groups, { name: 'Zz audit' })
    statement('D54 2.76', 'the same name', same, {
      status: 200,
      body: { id: (value: unknown) => value !== id },
    })
    const rush = await Promise.all(
      Array.from({ length: 10 }, () => post(groups, { name: 'Rush', externalGroupId: 'rush' })),
    )
    statement(
      'D54',
      'one externalGroupId ten times at once',
      new Set(rush.map(({ body }) => body.id)).size,
      1,
    )

    const found = await get(`${groups}?search=Zz%20audit`)
    statement('4.32 1.6 D53', 'search', found, {
      status: 200,
      body: { pageInfo: { totalRecord: 2, sortBy: 'name', sortDirection: 'asc' } },
    })
    const item = found.body.data.find(({ groupId }) => groupId === id)
    statement('2.78', 'groupId', item?.['groupId'], isInteger)
    statement('2.79', 'externalId', item?.['externalId'], externalGroupId)
    statement('2.80', 'name', item?.['name'], isText)
    statement('2.81 D3', 'times', item, { dateTimeCreated: isDateTime, dateTimeModified: isDateTime })
    statement('2.82', 'contactCount', item?.['contactCount'], 0)
    statement('2.83 D49', 'source', item?.['source'], 1)
    const all = await get(`${groups}?pageSize=200&sortDirection=desc`)
    const names = all.body.data.map(({ name }) => String(name).toLowerCase())
    statement('D53 4.46', 'sorted by name', names, names.toSorted().toReversed())
    statement('2.88 2.91 2.92 2.93', 'the page', all.body.pageInfo, {
      totalRecord: names.length,
      sortBy: 'name',
      sortDirection: 'desc',
    })

    const attempt = async (input: object) => (await post(groups, input)).status
    const wrong = [
      {},
      { name: '' },
      { name: 5 },
      { name: 'x'.repeat(201) },
      { name: 'A', externalGroupId: 5 },
    ]
    statement(
      'D54 2.76 2.77',
      'invalid groups',
      await Promise.all(wrong.map(attempt)),
      [400, 400, 400, 400, 400],
    )
    statement('D54', '200 characters', await attempt({ name: 'x'.repeat(200) }), 200)
    statement('2.77', 'externalGroupId null', await attempt({ name: 'Null', externalGroupId: null }), 200)
    statement('4.33 D7', 'delete', await remove(`${groups}/${id}`), { status: 204, text: '' })
    statement('D56 4.33', 'delete again', await remove(`${groups}/${id}`), {
      status: 404,
      body: { code: 'not_found' },
    })
    statement('4.35', 'an id that is none', await remove(`${groups}/none`), { status: 400 })
  },
}

const memberships: Scenario = {
  name: 'groups: memberships',
  run: async ({ get, post, put, remove, advisors }, { statement }) => {
    // The second advisor has few groups of others: isSelectAllGroup puts a contact into all of them.
    const options = { token: advisors[1]?.accessToken ?? '' }
    const [contact, first, second] = await Promise.all([
      post(contacts, { firstName: 'Joined', lastName: 'Together' }, options),
      post(groups, { name: 'First group' }, options),
      post(groups, { name: 'Second group' }, options),
    ])
    const path = `${contacts}/${contact.body.id}`
    const [one, two] = [first.body.id, second.body.id]
    const replace = (body: unknown) => put(`${path}/groups`, body, options)
    const groupIds = async () => (await get(path, options)).body['groupIds']
    statement('2.41 4.30 D55', 'replace', await replace({ groupIds: [one] }), {
      status: 200,
      body: { id: contact.body.id },
    })
    statement('4.38 2.58 2.84', 'groups of the contact', await groupIds(), [one])
    await replace({ groupIds: [two, two] })
    statement('4.38', 'replaced', await groupIds(), [two])
    const listed = (await get(`${contacts}?search=Joined`, options)).body.data
    statement('2.71 2.72', 'in the summary', listed, [{ groupCount: 1, groupNames: ['Second group'] }])
    const unknown = await replace({ groupIds: [one, 9_007_199_254_740_991] })
    statement('D55', 'an unknown group', unknown, { status: 400, body: { code: 'invalid_request' } })
    statement('D55', 'nothing changed', await groupIds(), [two])
    const wrong = await Promise.all(
      [{ groupIds: 'all' }, { groupIds: ['a'] }, { isSelectAllGroup: 'yes' }].map(replace),
    )
    statement(
      '2.84 2.85',
      'invalid bodies',
      wrong.map(({ status }) => status),
      [400, 400, 400],
    )
    const total = async () =>
      (await get(`${groups}?pageSize=200`, options)).body.data
        .map(({ groupId }) => Number(groupId))
        .toSorted(ascending)
    statement(
      '2.85 D55',
      'all groups',
      (await replace({ isSelectAllGroup: true, groupIds: [9_007_199_254_740_991] })).status,
      200,
    )
    const joined = (await groupIds()) as number[]
    statement('D55', 'in every group', joined.toSorted(ascending), await total())
    const count = (await get(`${groups}?search=First%20group`, options)).body.data
    statement('2.82', 'contactCount', count, listOf({ contactCount: 1 }))
    await remove(`${groups}/${two}`, options)
    statement('D56', 'the contact of a deleted group', await get(path, options), { status: 200 })
    statement('D56', 'its groups', ((await groupIds()) as number[]).includes(two), false)
    await replace({ groupIds: [] })
    statement('4.38', 'no groups', await groupIds(), [])
    statement(
      '4.30',
      'an unknown contact',
      await put(`${contacts}/9007199254740991/groups`, { groupIds: [] }, options),
      { status: 404 },
    )
  },
}

export const groupScenarios: readonly Scenario[] = [groupLife, memberships]
