// Pages that the scan of the latest texts does not fill.
import { appOperations, type Conversation } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { newPhone } from '../../../test/servers/texting-server.ts'

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

const send = (phone: string) =>
  client.ok(appOperations.sendFromApp, { body: { phoneNumbers: [phone], text: 'Good morning' } })

/** Adds this many texts to each phone, one phone after the other. */
async function addTexts(phones: readonly string[], countEach: number): Promise<void> {
  await server.owner.query(
    `insert into message (advisor_id, id, member_id, direction, kind, number, phone, text, status, consent_version,
       created_at, updated_at)
     select $1, nextval('message_id'), member.id, 'in', 'text', $2, phone, 'More', 'received', 0, now(), now()
     from generate_series(1, $4), member where advisor_id = $1 and phone = any ($3)`,
    [client.advisorId, client.number, phones, countEach],
  )
}

/** Adds named contacts who were never texted. */
async function addPeople(firstName: string, count: number): Promise<string[]> {
  const phones = Array.from({ length: count }, newPhone)
  const values = [client.advisorId, phones]
  await server.owner.query(
    'insert into member (advisor_id, phone) select $1, phone from unnest($2::text[]) as phone',
    values,
  )
  await server.owner.query(
    `insert into contact (advisor_id, source, first_name, phone, email_status)
     select $1, 1, $3, phone, 0 from unnest($2::text[]) as phone`,
    [...values, firstName],
  )
  return phones
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

describe('200: a large inbox', () => {
  it('is complete if a few people have more texts than the scan covers', async () => {
    const phones = [newPhone(), newPhone(), newPhone()]
    const quiet = newPhone()
    await send(quiet)
    for (const phone of phones) await send(phone)
    await addTexts(phones, 1_200)
    const found = (await list()).data.map(({ phone }) => phone)
    expect(found.toSorted()).toEqual([...phones, quiet].toSorted())
    expect(found.at(-1)).toBe(quiet)
    expect((await all({ limit: 1 })).map(({ phone }) => phone)).toEqual(found)
  })

  it('is complete near its end, where the next texts are long ago', async () => {
    const phones = await addPeople('Maria', 120)
    await addTexts(phones, 1)
    const [quiet, loud] = [phones.slice(0, 80), phones.slice(80)]
    await addTexts(loud, 30)
    const conversations = await all({ limit: 50 })
    const latest = conversations.map(({ lastMessage }) => lastMessage?.messageId ?? 0)
    expect(latest).toEqual(latest.toSorted((one, other) => other - one))
    const found = conversations.map(({ phone }) => phone)
    expect(found.slice(0, 40).toSorted()).toEqual(loud.toSorted())
    expect(found.slice(40).toSorted()).toEqual(quiet.toSorted())
  })

  it('finds only texted people among many with the same name, page by page', async () => {
    const [first = '', second = '', third = ''] = await addPeople('Maria', 5_100)
    const others = await addPeople('John', 50)
    const maria = [third, second, first]
    for (const phone of [first, second, third]) await send(phone)
    const read = async (query: object) => (await all({ ...query, limit: 2 })).map(({ phone }) => phone)
    expect(await read({ search: 'maria' })).toEqual(maria)
    // Now the scan ends before it reaches them: with a few texts to each of the others, and with many.
    for (const countEach of [49, 60]) {
      await addTexts(others, countEach)
      expect(await read({ search: 'maria' })).toEqual(maria)
      expect(await read({ search: 'ma' })).toEqual(maria)
    }
    const stranger = await server.welcome({ isConsentRequired: false })
    client = stranger
    await send(first)
    expect(await read({ search: 'maria' })).toEqual([])
  })
})
