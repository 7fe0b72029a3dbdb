// Applications read conversations: with the scope for it, page by page in both directions, each reading on record.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  newPhone,
  startTexting,
  type TextingClient,
  type TextingServer,
} from '../../../test/servers/texting-server.ts'

let server: TextingServer
let client: TextingClient
let phone: string
let memberId: number

interface Message {
  readonly messageId: number
  readonly direction: string
  readonly text: string
  readonly status: string
}

const readingsOf = async (advisorId: number) =>
  (
    await server.database.query<{ entry: { kind: string; facts: object; actor: object; subject: object } }>(
      `select entry from journal_entry where advisor_id = $1 and kind like 'conversation.%' order by id`,
      [advisorId],
    )
  ).rows.map(({ entry }) => entry)

const read = async (path: string): Promise<{ data: Message[]; hasMore: boolean; after?: string }> => {
  const answer = await client.call('GET', path)
  expect(answer.status, answer.text).toBe(200)
  return JSON.parse(answer.text) as { data: Message[]; hasMore: boolean }
}

const messagesPath = (query = ''): string => `/text/messaging/conversations/${memberId}/messages${query}`

beforeAll(async () => {
  server = await startTexting()
  client = await server.welcome()
  phone = newPhone()
  await client.accept(phone)
  for (const number of [1, 2, 3]) {
    const { body } = await client.send({ phone, text: `Text ${number}` })
    memberId = body.successes[0].memberId
    await client.reply(phone, `Reply ${number}`)
  }
})
afterAll(() => server.close())

describe('the texts of a conversation', () => {
  it('are texts and replies in order, whichever way they are paged', async () => {
    const all = (await read(messagesPath())).data
    expect(all.map(({ text }) => text).slice(-6)).toEqual([
      'Text 1',
      'Reply 1',
      'Text 2',
      'Reply 2',
      'Text 3',
      'Reply 3',
    ])
    expect(all.at(-1)).toMatchObject({ direction: 'in', status: 'received' })
    const back: Message[] = []
    for (let before = '', hasMore = true; hasMore; ) {
      const page = await read(messagesPath(`?pageSize=2${before}`))
      back.unshift(...page.data)
      hasMore = page.hasMore
      before = `&before=${page.data[0]?.messageId}`
    }
    expect(back).toEqual(all)
    const forth: Message[] = []
    for (let after = 0, hasMore = true; hasMore; after = forth.at(-1)?.messageId ?? 0) {
      const page = await read(messagesPath(`?pageSize=2&after=${after}`))
      forth.push(...page.data)
      hasMore = page.hasMore
    }
    expect(forth).toEqual(all)
  })

  it('are recorded with who read which, and an empty page is not', async () => {
    const before = await readingsOf(client.advisorId)
    const page = await read(messagesPath('?pageSize=2'))
    await read(messagesPath(`?after=${page.data[1]?.messageId}`))
    const [reading, ...more] = (await readingsOf(client.advisorId)).slice(before.length)
    expect(more).toEqual([])
    expect(reading).toMatchObject({
      kind: 'conversation.read',
      actor: { kind: 'application', applicationId: client.applicationId },
      subject: { kind: 'member', id: memberId },
      facts: { texts: 2, firstMessageId: page.data[0]?.messageId, lastMessageId: page.data[1]?.messageId },
    })
  })

  it('cannot be asked for in both directions at once', async () => {
    expect((await client.call('GET', messagesPath('?before=9&after=5'))).status).toBe(400)
  })
})

it('lists conversations by latest activity, and records whose', async () => {
  const other = newPhone()
  await client.accept(other)
  const first = await read('/text/messaging/conversations?pageSize=1')
  const second = await read(`/text/messaging/conversations?pageSize=1&after=${first.after}`)
  expect([...first.data, ...second.data]).toMatchObject([
    { phone: other, consentState: 'accepted' },
    { phone, memberId, lastMessage: { direction: 'in', text: 'Reply 3' } },
  ])
  expect((await readingsOf(client.advisorId)).at(-1)).toMatchObject({
    kind: 'conversation.listed',
    facts: { memberIds: [memberId] },
  })
})

describe('one message', () => {
  it('has its words and direction with the scope, and the reading is recorded', async () => {
    const reply = (await read(messagesPath())).data.at(-1)
    const answer = await client.call('GET', `/text/messaging/messages/${reply?.messageId}`)
    expect(answer.body).toMatchObject({
      direction: 'in',
      text: 'Reply 3',
      status: 'received',
      memberId,
      phone,
    })
    expect((await readingsOf(client.advisorId)).at(-1)).toMatchObject({
      kind: 'conversation.read',
      facts: { texts: 1, firstMessageId: reply?.messageId, lastMessageId: reply?.messageId },
    })
  })

  it('without the scope has only its delivery status, and a reply does not exist', async () => {
    const status = await server.welcome({ scope: 'text.messaging.read text.messaging.write' })
    const number = newPhone()
    await status.accept(number)
    const { body } = await status.send({ phone: number, text: 'Hidden words' })
    await status.reply(number, 'Hidden reply')
    const sent = await status.call('GET', `/text/messaging/messages/${body.successes[0].messageId}`)
    expect(sent.body).toMatchObject({ status: 'accepted' })
    expect(sent.text).not.toMatch(/Hidden|direction/)
    const { rows } = await server.database.query<{ id: number }>(
      `select id from message where advisor_id = $1 and direction = 'in' and text = 'Hidden reply'`,
      [status.advisorId],
    )
    expect((await status.call('GET', `/text/messaging/messages/${rows[0]?.id}`)).status).toBe(404)
    for (const path of ['', `/${body.successes[0].memberId}/messages`]) {
      expect((await status.call('GET', `/text/messaging/conversations${path}`)).status).toBe(403)
    }
    expect(await readingsOf(status.advisorId)).toEqual([])
  })
})
