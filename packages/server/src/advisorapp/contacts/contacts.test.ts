import { appOperations, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fillGroup } from '../../../test/people/fill-group.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { newPhone } from '../../../test/servers/texting-server.ts'
import { removeMembersOfGroup } from '../../addressbook/index.ts'

let server: AdvisorApp
let client: AppClient

beforeAll(async () => {
  server = await startAdvisorApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await server.welcome()
})

const add = async (fields: object): Promise<number> =>
  (await client.ok(sharedOperations.createContact, { body: fields })).id
const addGroup = async (name: string): Promise<number> =>
  (await client.ok(sharedOperations.createGroup, { body: { name } })).id

describe('200: contacts in the app', () => {
  it('are those of the partner interface, with phone and consent', async () => {
    const phone = newPhone()
    const ann = await add({ firstName: 'Ann', phone })
    await add({ firstName: 'Ben', emailAddress: 'ben@mail.test' })
    await client.ok(sharedOperations.requestConsent, { body: { phoneNumbers: [phone] } })
    const { data, pageInfo } = await client.ok(appOperations.listContacts)
    expect(pageInfo).toEqual({
      page: 1,
      pageSize: 50,
      totalRecord: 2,
      sortBy: 'fullName',
      sortDirection: 'asc',
    })
    expect(data).toMatchObject([
      { contactId: ann, fullName: 'Ann', phone, consent: 'pending', source: 0, sourceText: 'Advisor app' },
      { fullName: 'Ben', email: 'ben@mail.test' },
    ])
    expect(data[1]).not.toHaveProperty('consent')
    const found = await client.ok(appOperations.listContacts, {
      query: { search: 'mail.test', sortBy: 'email', sortDirection: 'desc', pageSize: 1 },
    })
    expect(found.data.map(({ fullName }) => fullName)).toEqual(['Ben'])
  })

  it('are shown with the names of their groups and whether they may be texted', async () => {
    const phone = newPhone()
    const contactId = await add({ firstName: 'Ann', lastName: 'Okafor', phone })
    const groupIds = [await addGroup('Zeta'), await addGroup('Alpha')]
    const params = { contactId }
    await client.ok(sharedOperations.replaceContactGroups, { params, body: { groupIds } })
    const shown = await client.ok(appOperations.showContact, { params })
    expect(shown).toMatchObject({
      fullName: 'Ann Okafor',
      groups: [{ name: 'Alpha' }, { name: 'Zeta' }],
      consent: 'none',
      verdict: { canSend: false, code: 'consent_required' },
    })
    const { memberId } = shown
    expect(
      (await client.ok(appOperations.getConversation, { params: { memberId: memberId ?? 0 } })).phone,
    ).toBe(phone)
    const nobody = await add({ emailAddress: 'ben@mail.test' })
    const without = await client.ok(appOperations.showContact, { params: { contactId: nobody } })
    expect(without.fullName).toBe('ben@mail.test')
    expect(without).not.toHaveProperty('memberId')
  })

  it('show what depends on their number before it is changed', async () => {
    const phone = newPhone()
    const contactId = await add({ firstName: 'Ann', phone })
    const use = () => client.ok(appOperations.showNumberUse, { params: { contactId } })
    expect(await use()).toEqual({ phone, people: [], consent: 'none', texts: 0, scheduled: 0 })
    const partner = await add({ firstName: 'Ben', phone })
    await client.ok(sharedOperations.requestConsent, { body: { phoneNumbers: [phone] } })
    await client.reply(phone, 'YES')
    const deliveryDate = Date.now() + 86_400_000
    await client.ok(appOperations.sendFromApp, {
      body: { phoneNumbers: [phone], text: 'Hello', scheduleDelivery: true, deliveryDate },
    })
    expect(await use()).toEqual({
      phone,
      people: [{ contactId: partner, fullName: 'Ben' }],
      consent: 'accepted',
      // The request, the YES and its confirmation.
      texts: 3,
      scheduled: 1,
      dateTimeNext: new Date(deliveryDate).toISOString(),
    })
    const nobody = await add({ firstName: 'Zoe' })
    const without = await client.ok(appOperations.showNumberUse, { params: { contactId: nobody } })
    expect(without).toEqual({ people: [], texts: 0, scheduled: 0 })
  })

  it('include the group of the URL', async () => {
    const groupId = await addGroup('Thursday book club')
    expect(await client.ok(appOperations.showGroup, { params: { groupId } })).toEqual({
      groupId,
      name: 'Thursday book club',
    })
  })

  it('have a timeline with actor and values before and after, newest first', async () => {
    const contactId = await add({ firstName: 'Ann', gender: 2 })
    const params = { contactId }
    await client.ok(sharedOperations.updateContact, {
      params,
      body: { firstName: 'Anne', city: 'Dayton', gender: null },
    })
    const [first, second] = [await addGroup('First'), await addGroup('Second')]
    await client.ok(sharedOperations.replaceContactGroups, { params, body: { groupIds: [first] } })
    await client.ok(sharedOperations.replaceContactGroups, { params, body: { groupIds: [second] } })
    await client.ok(sharedOperations.deleteGroup, { params: { groupId: first } })
    const { data } = await client.ok(appOperations.getContactTimeline, { params })
    expect(data.map(({ kind, by }) => [kind, by.kind])).toEqual([
      ['groups_replaced', 'advisor'],
      ['groups_replaced', 'advisor'],
      ['changed', 'advisor'],
      ['created', 'advisor'],
    ])
    expect(data[0]).toMatchObject({
      joined: [{ groupId: second, name: 'Second' }],
      left: [{ groupId: first }],
    })
    expect(data[0]?.left[0]).not.toHaveProperty('name')
    expect(data[2]?.changes).toEqual([
      { field: 'firstName', before: 'Ann', after: 'Anne' },
      { field: 'gender', before: '2', after: '0' },
      { field: 'city', after: 'Dayton' },
    ])
    expect(data[3]?.changes).toContainEqual({ field: 'firstName', after: 'Ann' })
    const pieces: number[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await client.ok(appOperations.getContactTimeline, {
        params,
        query: { limit: 1, ...(cursor !== undefined && { cursor }) },
      })
      pieces.push(...page.data.map(({ entryId }) => entryId))
      if (page.nextCursor === undefined) break
      cursor = page.nextCursor
    }
    expect(pieces).toEqual(data.map(({ entryId }) => entryId))
  })

  it('are exported as a file, journalled as an action of the advisor', async () => {
    await add({ firstName: '=1+1', phone: newPhone() })
    const csv = await client.call(appOperations.downloadContacts)
    expect(csv.status).toBe(200)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="contacts.csv"')
    expect(csv.text).toContain("'=1+1")
    const lines = await client.call(appOperations.downloadContacts, { query: { format: 'jsonl' } })
    expect(JSON.parse(lines.text)).toMatchObject({ firstName: '=1+1' })
    const { rows } = await server.database.query(
      `select entry->'actor' as actor, entry->'facts' as facts from journal_entry
       where advisor_id = $1 and kind = 'contacts.exported' order by id`,
      [client.advisorId],
    )
    expect(rows).toEqual([
      { actor: { kind: 'advisor' }, facts: { format: 'csv', contacts: 1 } },
      { actor: { kind: 'advisor' }, facts: { format: 'jsonl', contacts: 1 } },
    ])
    const empty = await server.welcome()
    expect((await empty.call(appOperations.downloadContacts, { query: { format: 'jsonl' } })).text).toBe('')
  })

  it('are exported whole, however many, and a client that hangs up leaves no connection behind', async () => {
    await server.owner.query(
      `insert into contact (advisor_id, source, first_name, email_status) select $1, 1, 'Person ' || n, 0
       from generate_series(1, 20000) as n`,
      [client.advisorId],
    )
    const { text } = await client.call(appOperations.downloadContacts)
    expect(text.trim().split('\r\n')).toHaveLength(20_001)
    for (let time = 0; time < 8; time += 1) {
      const leaving = new AbortController()
      const answer = await fetch(`${server.origin}/app/api/contacts-file`, {
        headers: { cookie: client.cookie },
        signal: leaving.signal,
      })
      await answer.body?.getReader().read()
      leaving.abort()
    }
    // The pool has six connections.
    expect((await client.call(appOperations.listContacts)).status).toBe(200)
  })
})

describe('400 and 404', () => {
  it('returns no unknown or deleted contact', async () => {
    const contactId = await add({ firstName: 'Ann' })
    await client.ok(sharedOperations.deleteContact, { params: { contactId } })
    for (const params of [{ contactId }, { contactId: 999_999 }]) {
      expect((await client.call(appOperations.showContact, { params })).status).toBe(404)
      expect((await client.call(appOperations.getContactTimeline, { params })).status).toBe(404)
    }
  })

  it('rejects an invalid cursor, format and sort', async () => {
    const contactId = await add({ firstName: 'Ann' })
    for (const cursor of ['1', 'a.b', '1.2.3', '1.99999999999999999']) {
      const { status } = await client.call(appOperations.getContactTimeline, {
        params: { contactId },
        query: { cursor },
      })
      expect(status, cursor).toBe(400)
    }
    expect((await client.call(appOperations.downloadContacts, { query: { format: 'xls' } })).status).toBe(400)
    expect((await client.call(appOperations.listContacts, { query: { sortBy: 'shoeSize' } })).status).toBe(
      400,
    )
  })
})

describe('a large group that was deleted', () => {
  it('is listed with the members yet to be removed, and is no recipient', async () => {
    const size = 1_200
    const groupId = await fillGroup(server.database, client.advisorId, size, { name: 'Golf' })
    const list = async () => (await client.ok(appOperations.listGroupRemovals)).data
    expect(await list()).toEqual([])
    await client.ok(sharedOperations.deleteGroup, { params: { groupId } })
    expect(await list()).toEqual([{ groupId, name: 'Golf', contactCount: size, remaining: size }])
    const { status } = await client.call(appOperations.previewRecipients, { body: { groupIds: [groupId] } })
    expect(status).toBe(400)
    expect((await client.call(appOperations.showGroup, { params: { groupId } })).status).toBe(404)
    const { signal } = new AbortController()
    const { advisorId } = client
    await removeMembersOfGroup.handle({ advisorId, groupId }, { database: server.database, signal })
    expect(await list()).toEqual([])
  })
})
