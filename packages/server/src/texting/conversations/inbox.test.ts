import { appOperations, type Conversation, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setState } from '../../../test/carriers/set-state.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { newPhone } from '../../../test/servers/texting-server.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { noteFailures } from './note-failures.ts'

let server: AdvisorApp
let client: AppClient

beforeAll(async () => {
  server = await startAdvisorApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await server.welcome({ isConsentRequired: false })
})

const list = (query: Record<string, string | number> = {}) =>
  client.ok(appOperations.listConversations, { query })

const send = async (phone: string, text = 'Good morning'): Promise<number> => {
  const { successes } = await client.ok(appOperations.sendFromApp, { body: { phoneNumbers: [phone], text } })
  return successes[0]?.memberId ?? 0
}

const markAsRead = (memberId: number, upToMessageId = Number.MAX_SAFE_INTEGER) =>
  client.ok(appOperations.markConversationRead, { params: { memberId }, body: { upToMessageId } })

const addContact = async (fields: object): Promise<number> =>
  (await client.ok(sharedOperations.createContact, { body: fields })).id

/** Marks a text as failed, like the dispatcher and receipts do. */
async function fail(
  messageId: number | undefined,
  status: 'failed' | 'undelivered' = 'failed',
): Promise<void> {
  await inTransaction(server.database, async tx => {
    const { rows } = await tx.query<{ advisorId: number; memberId: number; messageId: number }>(
      `select advisor_id as "advisorId", member_id as "memberId", id as "messageId" from message where id = $1`,
      [messageId],
    )
    await setState(tx, messageId, status, { reason: 'unreachable', carrierReason: 'absent subscriber' })
    await noteFailures(tx, rows)
  })
}

async function all(query: Record<string, string | number> = {}): Promise<Conversation[]> {
  const found: Conversation[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await list({ ...query, ...(cursor !== undefined && { cursor }) })
    found.push(...page.data)
    if (page.nextCursor === undefined) return found
    cursor = page.nextCursor
  }
}

describe('200: the inbox', () => {
  it('is empty at first', async () => {
    expect(await list()).toEqual({ data: [] })
    for (const filter of ['unread', 'awaiting_consent', 'failed']) {
      expect(await list({ filter })).toEqual({ data: [] })
    }
    expect((await client.ok(appOperations.getMe)).unreadConversations).toBe(0)
  })

  it('has a conversation per number, latest text first, with its contacts and state', async () => {
    const [first, second, third] = [newPhone(), newPhone(), newPhone()]
    const contactId = await addContact({ firstName: 'Maria', lastName: 'Alvarez', phone: second })
    await addContact({ firstName: 'Leo', lastName: 'Alvarez', phone: second })
    for (const phone of [first, second, third]) await send(phone)
    await client.reply(first, 'And to you')
    const { data } = await list()
    expect(data.map(({ phone }) => phone)).toEqual([first, third, second])
    expect(data[0]).toMatchObject({
      consent: 'none',
      verdict: { canSend: true },
      unreadCount: 1,
      isFailed: false,
      lastMessage: { direction: 'in', kind: 'text', text: 'And to you', status: 'received' },
    })
    expect(data[2]).toMatchObject({
      unreadCount: 0,
      people: [{ contactId, fullName: 'Maria Alvarez' }, { fullName: 'Leo Alvarez' }],
      lastMessage: { direction: 'out', text: 'Good morning', status: 'accepted' },
    })
  })

  it('has the first unread reply, which a later text of the advisor does not hide', async () => {
    const phone = newPhone()
    const memberId = await send(phone)
    await client.reply(phone, 'Yes!')
    expect((await list()).data[0]).toMatchObject({ unreadCount: 1, unreadText: 'Yes!' })
    await client.reply(phone, 'Please call me')
    await client.reply(phone, 'It is urgent')
    await send(phone, 'Our office is closed on Friday')
    expect((await list()).data[0]).toMatchObject({ unreadCount: 3, unreadText: 'Please call me' })
    await markAsRead(memberId)
    expect((await list()).data[0]).not.toHaveProperty('unreadText')
  })

  it('reports a failure of the latest text only, until the advisor has read it', async () => {
    const phone = newPhone()
    const memberId = await send(phone)
    const latest = async () => (await list()).data[0]
    await markAsRead(memberId)
    await fail((await latest())?.lastMessage?.messageId)
    expect((await latest())?.isFailed).toBe(true)
    await markAsRead(memberId)
    expect((await latest())?.isFailed).toBe(false)

    await send(phone)
    await fail((await latest())?.lastMessage?.messageId, 'undelivered')
    expect((await latest())?.isFailed).toBe(true)
    await client.reply(phone, 'STOP')
    expect(await latest()).toMatchObject({ isFailed: false, consent: 'opted_out' })
  })

  it('is read page by page: every conversation once, even if texts arrive meanwhile', async () => {
    const phones = Array.from({ length: 23 }, newPhone)
    for (const phone of phones) await send(phone)
    const page = await list({ limit: 10 })
    expect(page.data).toHaveLength(10)
    await send(newPhone())
    await client.reply(phones[22] ?? '', 'Hello')
    const rest = await all({ limit: 10, cursor: page.nextCursor ?? '' })
    expect([...page.data, ...rest].map(({ phone }) => phone)).toEqual(phones.toReversed())
  })

  it('shows whether each can be texted, by the rules of a send', async () => {
    client = await server.welcome()
    const phones = { none: newPhone(), pending: newPhone(), accepted: newPhone(), opted_out: newPhone() }
    const { pending, accepted, opted_out } = phones
    await client.ok(sharedOperations.requestConsent, {
      body: { phoneNumbers: [pending, accepted, opted_out] },
    })
    await client.reply(accepted, 'YES')
    await client.reply(opted_out, 'STOP')
    await send(phones.none)
    const conversations = await all()
    const stateOf = (phone: string) => conversations.find(each => each.phone === phone)
    expect(stateOf(phones.accepted)).toMatchObject({ consent: 'accepted', verdict: { canSend: true } })
    expect(stateOf(pending)).toMatchObject({
      consent: 'pending',
      verdict: { canSend: false, code: 'consent_pending' },
    })
    expect(stateOf(opted_out)).toMatchObject({
      consent: 'opted_out',
      verdict: { canSend: false, code: 'opted_out', reason: 'has opted out of texts' },
    })
    // The fourth has no texts, but the attempt is in its thread.
    expect(stateOf(phones.none)).toBeUndefined()
  })
})

describe('200: filters', () => {
  it('unread has those with unread replies, latest reply first, and reading removes them', async () => {
    const [first, second] = [newPhone(), newPhone()]
    const memberId = await send(first)
    await client.reply(first, 'One')
    await client.reply(second, 'Two')
    await client.reply(first, 'Three')
    await send(second)
    const unread = await list({ filter: 'unread' })
    expect(unread.data.map(({ phone, unreadCount }) => [phone, unreadCount])).toEqual([
      [first, 2],
      [second, 1],
    ])
    expect((await client.ok(appOperations.getMe)).unreadConversations).toBe(2)
    expect(await markAsRead(memberId)).toEqual({ unreadCount: 0 })
    expect((await list({ filter: 'unread' })).data.map(({ phone }) => phone)).toEqual([second])
    await client.reply(first, 'Four')
    expect((await list({ filter: 'unread' })).data[0]).toMatchObject({ phone: first, unreadCount: 1 })
  })

  it('later replies stay unread, even if an old window reports what it has read', async () => {
    const phone = newPhone()
    await client.reply(phone, 'One')
    const [one] = (await list()).data
    await client.reply(phone, 'Two')
    const { memberId = 0, lastMessage } = one ?? {}
    expect(await markAsRead(memberId, lastMessage?.messageId ?? 0)).toEqual({ unreadCount: 1 })
    expect(await markAsRead(memberId)).toEqual({ unreadCount: 0 })
    expect(await markAsRead(memberId, 1)).toEqual({ unreadCount: 0 })
    // A read mark far past the last text must not cover later ones.
    await client.reply(phone, 'Three')
    expect((await list()).data[0]).toMatchObject({ unreadCount: 1 })
  })

  it('a hundred concurrent replies and reads are counted correctly', async () => {
    const phone = newPhone()
    await client.reply(phone, 'First')
    const memberId = (await list()).data[0]?.memberId ?? 0
    const latest = async (): Promise<number> =>
      (await client.ok(appOperations.getConversation, { params: { memberId } })).lastMessage?.messageId ?? 0
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        await client.reply(phone, `Reply ${index}`)
        const body = { upToMessageId: await latest() }
        await client.ok(appOperations.markConversationRead, { params: { memberId }, body })
      }),
    )
    const { rows } = await server.database.query<object>(
      `select unread_count = (
         select count(*) from message where message.advisor_id = conversation.advisor_id
           and message.member_id = conversation.member_id and direction = 'in' and id > read_up_to
       ) as "isRight" from conversation where advisor_id = $1`,
      [client.advisorId],
    )
    expect(rows).toEqual([{ isRight: true }])
  })

  it('awaiting consent has those asked who have not agreed, latest first', async () => {
    const phones = [newPhone(), newPhone(), newPhone(), newPhone()]
    for (const phone of phones) {
      await client.ok(sharedOperations.requestConsent, { body: { phoneNumbers: [phone] } })
    }
    await client.reply(phones[1] ?? '', 'YES')
    await client.reply(phones[2] ?? '', 'NO')
    const awaiting = await all({ filter: 'awaiting_consent', limit: 1 })
    expect(awaiting.map(({ phone }) => phone)).toEqual([phones[3], phones[0]])
  })

  it('declined has those who answered NO, latest first, until asked again or agreed', async () => {
    const phones = [newPhone(), newPhone(), newPhone()]
    await client.ok(sharedOperations.requestConsent, { body: { phoneNumbers: phones } })
    for (const phone of phones) await client.reply(phone, 'NO')
    const declined = async () =>
      (await all({ filter: 'declined', limit: 2 })).map(({ phone, consent }) => [phone, consent])
    expect(await declined()).toEqual(phones.toReversed().map(phone => [phone, 'declined']))
    await client.reply(phones[2] ?? '', 'YES')
    await server.database.query(
      `update member set declined_at = declined_at - interval '31 days', asked_at = asked_at - interval '31 days'
       where advisor_id = $1 and phone = $2`,
      [client.advisorId, phones[1]],
    )
    await client.ok(sharedOperations.requestConsent, { body: { phoneNumbers: [phones[1] ?? ''] } })
    expect(await declined()).toEqual([[phones[0], 'declined']])
    const [awaiting] = await all({ filter: 'awaiting_consent' })
    expect(awaiting).toMatchObject({ phone: phones[1], consent: 'pending' })
  })

  it('failed has those whose latest text did not arrive, until a later one is sent or it arrives', async () => {
    const phones = [newPhone(), newPhone(), newPhone()]
    for (const phone of phones) await send(phone)
    const conversations = await all()
    for (const { lastMessage } of conversations) await fail(lastMessage?.messageId)
    const failed = () => all({ filter: 'failed', limit: 2 }).then(found => found.map(({ phone }) => phone))
    expect(await failed()).toEqual(phones.toReversed())
    expect((await list()).data.every(({ isFailed }) => isFailed)).toBe(true)
    await client.reply(phones[0] ?? '', 'A reply changes nothing about it')
    await send(phones[1] ?? '')
    await setState(server.owner, conversations[0]?.lastMessage?.messageId, 'delivered')
    expect(await failed()).toEqual([phones[0]])
  })
})

describe('200: search', () => {
  it('finds names, e-mail addresses and numbers, shared or without a contact, latest first', async () => {
    const [maria, john, nobody] = [newPhone(), newPhone(), newPhone()]
    await addContact({ firstName: 'Maria', lastName: 'Alvarez', phone: maria })
    await addContact({ firstName: 'Leo', lastName: 'Alvarez', phone: maria })
    await addContact({ firstName: 'John', emailAddress: 'j.alvarado@mail.test', phone: john })
    await addContact({ firstName: 'Zoe', lastName: 'Alvarez', phone: newPhone() })
    for (const phone of [maria, john, nobody]) await send(phone)
    await server.owner.query('delete from contact where advisor_id = $1 and phone = $2', [
      client.advisorId,
      nobody,
    ])
    const found = async (search: string) => (await list({ search })).data.map(({ phone }) => phone)
    expect(await found('alvar')).toEqual([john, maria])
    expect(await found('LEO')).toEqual([maria])
    expect(await found('al')).toEqual([john, maria])
    expect(await found(maria.slice(3))).toEqual([maria])
    expect(await found(nobody)).toEqual([nobody])
    expect(await found(`(${nobody.slice(2, 5)}) ${nobody.slice(5, 8)}-${nobody.slice(8)}`)).toEqual([nobody])
    expect(await found('Álvarez léo')).toEqual([maria])
    expect(await found('%')).toEqual([])
    expect(await found('alvarez-qq')).toEqual([])
    expect((await all({ search: 'alvar', limit: 1 })).map(({ phone }) => phone)).toEqual([john, maria])
  })

  it('can be combined with filters', async () => {
    const [maria, john] = [newPhone(), newPhone()]
    await addContact({ firstName: 'Maria', phone: maria })
    await addContact({ firstName: 'John', phone: john })
    await client.ok(sharedOperations.requestConsent, { body: { phoneNumbers: [maria, john] } })
    for (const phone of [maria, john]) await client.reply(phone, 'What is this about?')
    for (const filter of ['unread', 'awaiting_consent']) {
      const { data } = await list({ filter, search: 'mari' })
      expect(data.map(({ phone }) => phone)).toEqual([maria])
    }
  })
})

describe('400 and 404', () => {
  it.each([
    [{ cursor: 'x.y' }],
    [{ cursor: '1.2' }],
    [{ cursor: '99999999999999999' }],
    [{ filter: 'awaiting_consent', cursor: '5' }],
    [{ filter: 'starred' }],
    [{ limit: 0 }],
    [{ limit: 201 }],
    [{ search: 'x'.repeat(151) }],
  ])('refuses %j', async query => {
    const { status, problem } = await client.call(appOperations.listConversations, { query })
    expect([status, problem.code]).toEqual([400, 'invalid_request'])
  })

  it('404 for an unknown conversation', async () => {
    const params = { memberId: 999_999 }
    const body = { upToMessageId: 1 }
    const answers = [
      await client.call(appOperations.getConversation, { params }),
      await client.call(appOperations.getThread, { params }),
      await client.call(appOperations.getConsentRecord, { params }),
      await client.call(appOperations.markConversationRead, { params, body }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })
})
