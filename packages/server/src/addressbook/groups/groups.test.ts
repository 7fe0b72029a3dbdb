import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { expectExactBooks } from '../../../test/database/address-book-audit.ts'
import { expectProblem } from '../../../test/http/expect-problem.ts'
import { type BookClient, startAddressBook } from '../../../test/servers/address-book.ts'

const server = await startAddressBook()
const { database } = server
let client: BookClient
beforeEach(async () => {
  client = await server.welcome()
})
afterAll(async () => {
  await expectExactBooks(database)
  await server.close()
})

const newContact = () => client.create('/contacts', { firstName: 'Ann' })
const newGroup = (name: string, externalGroupId?: string) =>
  client.create('/groups', { name, ...(externalGroupId && { externalGroupId }) })
const replace = (contactId: number, body: object) => client.call('PUT', `/contacts/${contactId}/groups`, body)
const groupsOf = async (contactId: number) => (await client.contact(contactId))['groupIds']

const groups = async () => {
  const { rows } = await database.query<object>(
    `select name, external_id, contact_count, source from contact_group where advisor_id = $1 order by id`,
    [client.advisorId],
  )
  return rows
}

describe('200: a group', () => {
  it('is created; its name may repeat', async () => {
    const one = await newGroup('Golf')
    const other = await newGroup('Golf')
    expect(other).not.toBe(one)
    const golf = { name: 'Golf', external_id: null, contact_count: 0, source: 1 }
    expect(await groups()).toEqual([golf, golf])
  })

  it('with an external id is created once; the second request returns the first and changes nothing', async () => {
    const id = await newGroup('Golf', 'crm-1')
    expect(await newGroup('Golf', 'crm-1')).toBe(id)
    expect(await newGroup('Tennis', 'crm-1')).toBe(id)
    expect(await newGroup('Golf', 'CRM-1')).not.toBe(id)
    expect(await groups()).toMatchObject([
      { name: 'Golf', external_id: 'crm-1' },
      { name: 'Golf', external_id: 'CRM-1' },
    ])
  })

  it('may reuse the external id of another advisor’s group or a deleted one', async () => {
    const id = await newGroup('Golf', 'crm-1')
    const other = await server.welcome()
    expect(await other.create('/groups', { name: 'Golf', externalGroupId: 'crm-1' })).not.toBe(id)
    await client.call('DELETE', `/groups/${id}`)
    expect(await newGroup('Golf', 'crm-1')).not.toBe(id)
  })
})

describe('200: one group', () => {
  it('is found by id and by external id', async () => {
    const id = await newGroup('Golf', 'crm-1')
    await newGroup('Golf', 'crm-2')
    const answer = await client.call('GET', `/groups/${id}`)
    expect(JSON.parse(answer.body)).toMatchObject({ groupId: id, name: 'Golf', externalId: 'crm-1' })
    const listed = await client.call('GET', '/groups?externalGroupId=crm-1')
    expect(JSON.parse(listed.body)).toMatchObject({
      data: [{ groupId: id }],
      pageInfo: { totalRecord: 1 },
    })
    const past = await client.call('GET', '/groups?externalGroupId=crm-1&page=9')
    expect(JSON.parse(past.body)).toMatchObject({ data: [], pageInfo: { totalRecord: 1 } })
  })

  it('is renamed, which the journal records once', async () => {
    const id = await newGroup('Golf', 'crm-1')
    for (const name of ['Tennis', 'Tennis']) {
      expect(await client.call('PUT', `/groups/${id}`, { name })).toMatchObject({ status: 200 })
    }
    expect(await groups()).toMatchObject([{ name: 'Tennis', external_id: 'crm-1' }])
    const { rows } = await database.query<object>(
      `select entry -> 'facts' as facts from journal_entry where advisor_id = $1 and kind = 'group.renamed'`,
      [client.advisorId],
    )
    expect(rows).toEqual([{ facts: { before: 'Golf', after: 'Tennis' } }])
  })

  it('takes and loses many members at once, and the journal says so for each', async () => {
    const [id, other] = [await newGroup('Golf'), await newGroup('Tennis')]
    const [a, b, c] = [await newContact(), await newContact(), await newContact()]
    await replace(a, { groupIds: [other] })
    const change = async (body: object) =>
      JSON.parse((await client.call('POST', `/groups/${id}/members`, body)).body) as object
    expect(await change({ add: [a, b, b] })).toEqual({ groupId: id, added: 2, removed: 0, contactCount: 2 })
    expect(await change({ add: [a, c], remove: [b] })).toEqual({
      groupId: id,
      added: 1,
      removed: 1,
      contactCount: 2,
    })
    expect(await change({ remove: [b] })).toEqual({ groupId: id, added: 0, removed: 0, contactCount: 2 })
    expect(await groupsOf(a)).toEqual([id, other])
    expect(await groupsOf(b)).toEqual([])
    const { rows } = await database.query<object>(
      `select entry -> 'subject' -> 'id' as id, entry -> 'facts' -> 'joined' as joined, entry -> 'facts' -> 'left' as left
       from journal_entry where advisor_id = $1 and kind = 'contact.groups_replaced' order by id`,
      [client.advisorId],
    )
    expect(rows).toHaveLength(5)
    expect(rows).toContainEqual({ id: b, joined: [], left: [id] })
  })
})

describe('400: members', () => {
  it('that are unknown, or both added and removed, change nothing', async () => {
    const id = await newGroup('Golf')
    const contact = await newContact()
    const stranger = await (await server.welcome()).create('/contacts', { firstName: 'Ann' })
    for (const body of [
      { add: [contact, stranger] },
      { add: [contact], remove: [999] },
      { add: [contact], remove: [contact] },
      { add: Array.from({ length: 201 }, (_, index) => index + 1) },
    ]) {
      const answer = await client.call('POST', `/groups/${id}/members`, body)
      expectProblem(answer, { status: 400, code: 'invalid_request' })
    }
    expect(await groupsOf(contact)).toEqual([])
  })

  it('a blank name is refused', async () => {
    const id = await newGroup('Golf')
    for (const [method, path] of [
      ['POST', '/groups'],
      ['PUT', `/groups/${id}`],
    ] as const) {
      expectProblem(await client.call(method, path, { name: ' \t' }), {
        status: 400,
        code: 'invalid_request',
      })
    }
  })
})

describe('200: memberships', () => {
  it('are replaced as a whole; repeated ids count once', async () => {
    const contact = await newContact()
    const [a, b, c] = [await newGroup('A'), await newGroup('B'), await newGroup('C')]
    const before = await client.contact(contact)
    expect(await replace(contact, { groupIds: [b, a, b] })).toMatchObject({
      status: 200,
      body: JSON.stringify({ id: contact }),
    })
    expect(await groupsOf(contact)).toEqual([a, b])
    expect((await client.contact(contact))['dateTimeModified']).not.toBe(before['dateTimeModified'])
    await replace(contact, { groupIds: [c, b], isSelectAllGroup: false })
    expect(await groupsOf(contact)).toEqual([b, c])
    expect(await groups()).toMatchObject([{ contact_count: 0 }, { contact_count: 1 }, { contact_count: 1 }])
    await replace(contact, { groupIds: [] })
    expect(await groupsOf(contact)).toEqual([])
  })

  it('without changes keep the modification time', async () => {
    const contact = await newContact()
    const group = await newGroup('A')
    await replace(contact, { groupIds: [group] })
    const before = await client.contact(contact)
    expect((await replace(contact, { groupIds: [group] })).status).toBe(200)
    expect((await replace(contact, { isSelectAllGroup: true })).status).toBe(200)
    expect(await client.contact(contact)).toEqual(before)
  })

  it('with isSelectAllGroup are all groups of the advisor, and groupIds is ignored', async () => {
    await (await server.welcome()).create('/groups', { name: 'Another’s' })
    const contact = await newContact()
    expect((await replace(contact, { isSelectAllGroup: true })).status).toBe(200)
    expect(await groupsOf(contact)).toEqual([])
    const all = [await newGroup('A'), await newGroup('B'), await newGroup('C')]
    expect((await replace(contact, { isSelectAllGroup: true, groupIds: [999] })).status).toBe(200)
    expect(await groupsOf(contact)).toEqual(all)
  })

  it('of a contact can be as many as the contract allows', async () => {
    const contact = await newContact()
    await database.query(
      `with made as (
         insert into contact_group (advisor_id, name, source) select $1, 'G', 1 from generate_series(1, 5000)
       ) insert into address_book values ($1, 0, 5000)
         on conflict (advisor_id) do update set group_count = address_book.group_count + 5000`,
      [client.advisorId],
    )
    expect((await replace(contact, { isSelectAllGroup: true })).status).toBe(200)
    const all = await groupsOf(contact)
    expect(all).toHaveLength(5_000)
    await replace(contact, { groupIds: [] })
    expect((await replace(contact, { groupIds: all })).status).toBe(200)
    expect((await client.call('DELETE', `/contacts/${contact}`)).status).toBe(204)
  })
})

describe('400', () => {
  it('for a group that is unknown, deleted or another advisor’s, without changes', async () => {
    const contact = await newContact()
    const [a, b] = [await newGroup('A'), await newGroup('B')]
    const deleted = await newGroup('C')
    await client.call('DELETE', `/groups/${deleted}`)
    const foreign = await (await server.welcome()).create('/groups', { name: 'D' })
    await replace(contact, { groupIds: [a] })
    const before = await client.contact(contact)
    for (const wrong of [deleted, foreign, 999]) {
      const answer = await replace(contact, { groupIds: [b, wrong, a, wrong] })
      const problem = expectProblem(answer, { status: 400, code: 'invalid_request' })
      const message = 'is not a group of this address book'
      expect(problem.details).toEqual({
        errors: [
          { path: '/groupIds/1', message },
          { path: '/groupIds/3', message },
        ],
      })
    }
    expect(await client.contact(contact)).toEqual(before)
  })

  it.each([{}, { isSelectAllGroup: false }, { groupIds: null }, { groupIds: ['1'] }, { groupIds: [0] }])(
    'for memberships %j',
    async body => {
      expectProblem(await replace(await newContact(), body), { status: 400, code: 'invalid_request' })
    },
  )

  it.each([
    {},
    { name: '' },
    { name: null },
    { name: 'x'.repeat(201) },
    { name: 'A', externalGroupId: '' },
    { name: 'A', externalGroupId: 7 },
  ])('for a group %j', async body => {
    expectProblem(await client.call('POST', '/groups', body), { status: 400, code: 'invalid_request' })
    expect(await groups()).toEqual([])
  })
})

describe('204: deleting', () => {
  it('a group removes its memberships and keeps its contacts', async () => {
    const contacts = [await newContact(), await newContact()]
    const [a, b] = [await newGroup('A'), await newGroup('B')]
    for (const contact of contacts) await replace(contact, { groupIds: [a, b] })
    expect(await client.call('DELETE', `/groups/${a}`)).toMatchObject({ status: 204, body: '' })
    for (const contact of contacts) expect(await groupsOf(contact)).toEqual([b])
    expectProblem(await client.call('DELETE', `/groups/${a}`), { status: 404, code: 'not_found' })
  })

  it('a contact removes it from its groups', async () => {
    const contact = await newContact()
    const group = await newGroup('A')
    await replace(contact, { groupIds: [group] })
    await client.call('DELETE', `/contacts/${contact}`)
    expect(await groups()).toMatchObject([{ contact_count: 0 }])
  })
})
