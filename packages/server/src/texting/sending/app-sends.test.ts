import { appOperations, limits, sharedOperations } from '@parley/contract'
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
  client = await server.welcome()
})

async function addContact(fields: object, groupId?: number): Promise<number> {
  const { id } = await client.ok(sharedOperations.createContact, { body: fields })
  if (groupId !== undefined) {
    const body = { groupIds: [groupId] }
    await client.ok(sharedOperations.replaceContactGroups, { params: { contactId: id }, body })
  }
  return id
}

const addGroup = async (name: string): Promise<number> =>
  (await client.ok(sharedOperations.createGroup, { body: { name } })).id

async function accept(...phoneNumbers: readonly string[]): Promise<void> {
  await client.ok(sharedOperations.requestConsent, { body: { phoneNumbers } })
  for (const phone of phoneNumbers) await client.reply(phone, 'YES')
}

/** A group with one contact of each kind: accepted, asked, stopped, never asked, without a number. */
async function mixedGroup() {
  const groupId = await addGroup('Retirement planning')
  const phones = { accepted: newPhone(), pending: newPhone(), stopped: newPhone(), none: newPhone() }
  await addContact({ firstName: 'Ann', phone: phones.accepted }, groupId)
  await addContact({ firstName: 'Ann’s husband', phone: phones.accepted }, groupId)
  await addContact({ firstName: 'Ben', phone: phones.pending }, groupId)
  await addContact({ firstName: 'Cid', phone: phones.stopped }, groupId)
  await addContact({ firstName: 'Dot', phone: phones.none }, groupId)
  await addContact({ firstName: 'Eve', emailAddress: 'eve@mail.test' }, groupId)
  await accept(phones.accepted)
  await client.ok(sharedOperations.requestConsent, { body: { phoneNumbers: [phones.pending] } })
  await client.reply(phones.stopped, 'STOP')
  return { groupId, phones }
}

const everything = () =>
  server.database
    .query(
      `select (select count(*) from message where advisor_id = $1) as messages,
         (select count(*) from journal where advisor_id = $1) as entries,
         (select count(*) from member where advisor_id = $1) as members,
         (select count(*) from contact where advisor_id = $1) as contacts`,
      [client.advisorId],
    )
    .then(({ rows }) => rows[0] as Record<string, number>)

describe('200: a preview of recipients', () => {
  it('refuses the advisor’s own number, as a send does', async () => {
    const { number } = client
    const preview = await client.ok(appOperations.previewRecipients, { body: { phoneNumbers: [number] } })
    expect(preview).toMatchObject({ sendable: 0, refusals: [{ code: 'blocked_by_policy', count: 1 }] })
  })

  it('shows who would get a text, who would not and why, and changes nothing', async () => {
    const { groupId, phones } = await mixedGroup()
    const stranger = newPhone()
    const before = await everything()
    const preview = await client.ok(appOperations.previewRecipients, {
      body: { groupIds: [groupId], phoneNumbers: [phones.accepted, stranger] },
    })
    expect(await everything()).toEqual(before)
    // Ann and her husband share a number.
    expect(preview).toMatchObject({ contacts: 6, total: 5, sendable: 1, withoutPhone: 1 })
    expect(preview.peopleWithoutPhone).toEqual([{ contactId: expect.any(Number), fullName: 'Eve' }])
    expect(preview.refusals).toEqual([
      { code: 'consent_required', reason: 'has not consented to receive texts', count: 2 },
      expect.objectContaining({ count: 1 }),
      expect.objectContaining({ count: 1 }),
    ])
    expect(preview.recipients.at(-1)).toMatchObject({
      phone: phones.accepted,
      people: [{ fullName: 'Ann' }, { fullName: 'Ann’s husband' }],
      verdict: { canSend: true },
    })
    const unknown = preview.recipients.find(({ phone }) => phone === stranger)
    expect(unknown).toEqual({
      phone: stranger,
      people: [],
      consent: 'none',
      verdict: {
        canSend: false,
        code: 'consent_required',
        reason: 'has not consented to receive texts',
      },
    })
  })

  it('matches what the send then does', async () => {
    const { groupId } = await mixedGroup()
    const body = { groupIds: [groupId] }
    const preview = await client.ok(appOperations.previewRecipients, { body })
    const result = await client.ok(appOperations.sendFromApp, { body: { ...body, text: 'Hello all' } })
    const refused = preview.recipients.flatMap(({ phone, verdict }) =>
      verdict.canSend ? [] : [`${phone} ${verdict.code}`],
    )
    expect(result.failureDetails.map(({ phone, code }) => `${phone} ${code}`).toSorted()).toEqual(
      refused.toSorted(),
    )
    expect(result.successes).toHaveLength(preview.sendable)
    expect(result.withoutPhone).toBe(preview.withoutPhone)
  })

  it('shows five hundred of many, refusals first, and counts all', async () => {
    const groupId = await addGroup('Everybody')
    await server.owner.query(
      `with added as (
         insert into member (advisor_id, phone, consent, has_accepted)
         select $1, '+1' || (4000000000 + n), case when n % 10 = 0 then 'none' else 'accepted' end, n % 10 <> 0
         from generate_series(1, 4999) as n returning phone
       ), named as (
         insert into contact (advisor_id, source, first_name, phone, email_status, group_count)
         select $1, 1, 'Person', phone, 0, 1 from added returning id
       ) insert into membership (advisor_id, contact_id, group_id) select $1, id, $2 from named`,
      [client.advisorId, groupId],
    )
    const body = { groupIds: [groupId] }
    const preview = await client.ok(appOperations.previewRecipients, { body })
    expect(preview).toMatchObject({ total: 4_999, sendable: 4_500, refusals: [{ count: 499 }] })
    expect(preview.recipients).toHaveLength(limits.recipientsShown)
    expect(preview.recipients.filter(({ verdict }) => !verdict.canSend)).toHaveLength(499)
    const { successes, failures } = await client.ok(appOperations.sendFromApp, {
      body: { ...body, text: 'To everybody' },
    })
    expect([successes.length, failures.length]).toEqual([4_500, 499])
    // One more than the recipient limit.
    const tooMany = { ...body, phoneNumbers: [newPhone(), newPhone()] }
    expect((await client.call(appOperations.previewRecipients, { body: tooMany })).status).toBe(400)
  })
})

describe('200: a send from the app', () => {
  it('works like a partner’s: a contact for a new number, a journal entry naming the advisor, the same refusals', async () => {
    client = await server.welcome({ isConsentRequired: false })
    const [one, two] = [newPhone(), newPhone()]
    const contactId = await addContact({ firstName: 'Maria', phone: one })
    const body = { contactIds: [contactId, contactId], phoneNumbers: [one, two, two], text: 'Hello' }
    const { successes, failures, withoutPhone } = await client.ok(appOperations.sendFromApp, { body })
    expect([successes.length, failures, withoutPhone]).toEqual([2, [], 0])
    const { rows } = await server.database.query<{ entry: Record<string, unknown>; digest: boolean }>(
      `select entry from journal_entry where advisor_id = $1 and kind = 'message.accepted'`,
      [client.advisorId],
    )
    expect(rows).toHaveLength(2)
    for (const { entry } of rows) {
      expect(entry).toMatchObject({ actor: { kind: 'advisor' }, facts: { text: 'Hello', kind: 'text' } })
      expect(entry['traceId']).toMatch(/^[0-9a-f]{32}$/)
    }
    const { data } = await client.ok(appOperations.listContacts, { query: { phone: two } })
    expect(data).toMatchObject([{ fullName: two, source: 2, phone: two, consent: 'none' }])
  })

  it('takes effect once per key, also for a group, with keys separate from applications’', async () => {
    client = await server.welcome({ isConsentRequired: false })
    const groupId = await addGroup('Two')
    await addContact({ firstName: 'A', phone: newPhone() }, groupId)
    await addContact({ firstName: 'B', phone: newPhone() }, groupId)
    const once = { body: { groupIds: [groupId], text: 'Once' }, headers: { 'idempotency-key': 'one' } }
    const first = await client.call(appOperations.sendFromApp, once)
    const second = await client.call(appOperations.sendFromApp, once)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    const { rows } = await server.database.query<object>(
      `select application_id as "applicationId", (select count(*) from message where advisor_id = $1) as messages
       from idempotency_key where advisor_id = $1 and key = 'one'`,
      [client.advisorId],
    )
    expect(rows).toEqual([{ applicationId: 0, messages: 2 }])
  })

  it('reaches exactly those shown, even if a group changed and a response was lost', async () => {
    client = await server.welcome({ isConsentRequired: false })
    const groupId = await addGroup('Growing')
    await addContact({ firstName: 'A', phone: newPhone() }, groupId)
    const shown = await client.ok(appOperations.previewRecipients, { body: { groupIds: [groupId] } })
    await addContact({ firstName: 'B', phone: newPhone() }, groupId)
    const send = (reach: string, key: string) =>
      client.call(appOperations.sendFromApp, {
        query: { reach },
        body: { groupIds: [groupId], text: 'Hello' },
        headers: { 'idempotency-key': key },
      })
    const refused = await send(shown.reach, 'one')
    expect([refused.status, refused.problem.code]).toEqual([409, 'conflict'])
    const now = await client.ok(appOperations.previewRecipients, { body: { groupIds: [groupId] } })
    expect(now.total).toBe(2)
    const sent = await send(now.reach, 'one')
    expect(sent.body.successes).toHaveLength(2)
    await addContact({ firstName: 'C', phone: newPhone() }, groupId)
    // The response was lost: the same text is sent again, with the earlier or the current reach.
    expect((await send(now.reach, 'one')).body).toEqual(sent.body)
    const latest = await client.ok(appOperations.previewRecipients, { body: { groupIds: [groupId] } })
    expect((await send(latest.reach, 'one')).body).toEqual(sent.body)
    expect((await send(now.reach, 'two')).status).toBe(409)
    expect(await everything()).toMatchObject({ messages: 2 })
  })

  it('schedules for the advisor, without an application behind it', async () => {
    client = await server.welcome({ isConsentRequired: false })
    const phone = newPhone()
    await addContact({ firstName: 'Maria', phone })
    const deliveryDate = Date.now() + 86_400_000
    const { successes } = await client.ok(appOperations.sendFromApp, {
      body: { phoneNumbers: [phone], text: 'Tomorrow', scheduleDelivery: true, deliveryDate, frequency: 2 },
    })
    const scheduleId = successes[0]?.scheduleId ?? 0
    const schedule = await client.ok(appOperations.getSchedule, { params: { scheduleId } })
    expect(schedule).toMatchObject({ phone, status: 'active', frequency: 2, people: [{ fullName: 'Maria' }] })
    expect((await client.ok(appOperations.listSchedules)).data).toMatchObject([{ scheduleId }])
    const { rows } = await server.database.query('select application_id from schedule where id = $1', [
      scheduleId,
    ])
    expect(rows).toEqual([{ application_id: null }])
    const edit = { params: { scheduleId }, body: { text: 'Tomorrow at ten' } }
    await client.ok(sharedOperations.updateScheduledMessage, edit)
    expect((await client.ok(appOperations.getSchedule, { params: { scheduleId } })).text).toBe(
      'Tomorrow at ten',
    )
    await client.ok(sharedOperations.cancelScheduledMessage, { params: { scheduleId } })
    expect((await client.ok(appOperations.getSchedule, { params: { scheduleId } })).status).toBe('cancelled')
  })
})

describe('200: a consent request', () => {
  it('is shown verbatim before it is sent', async () => {
    const { text, from } = await client.ok(appOperations.getConsentRequestText)
    expect(from).toBe(client.number)
    const phone = newPhone()
    await client.ok(sharedOperations.requestConsent, { body: { phoneNumbers: [phone] } })
    const { rows } = await server.database.query('select text, number from message where advisor_id = $1', [
      client.advisorId,
    ])
    expect(rows).toEqual([{ text, number: from }])
  })
})

describe('400', () => {
  it.each([
    ['nobody', {}],
    ['an unknown contact', { contactIds: [999_999] }],
    ['an unknown group', { groupIds: [999_999] }],
    ['no number', { phoneNumbers: ['12'] }],
    ['a non-integer id', { contactIds: ['7'] }],
    [
      'a date without scheduleDelivery',
      { phoneNumbers: ['+12025550123'], deliveryDate: Date.now() + 86_400_000 },
    ],
    ['seconds', { phoneNumbers: ['+12025550123'], scheduleDelivery: true, deliveryDate: 1_796_137_200 }],
  ])('refuses a send to %s', async (_whom, recipients) => {
    const before = await everything()
    const body = { ...recipients, text: 'Hello' }
    const { status, problem } = await client.call(appOperations.sendFromApp, { body })
    expect([status, problem.code]).toEqual([400, 'invalid_request'])
    expect(await everything()).toEqual(before)
  })

  it('refuses a send to contacts without any number', async () => {
    const contactId = await addContact({ firstName: 'Eve', emailAddress: 'eve@mail.test' })
    const body = { contactIds: [contactId], text: 'Hello' }
    expect((await client.call(appOperations.sendFromApp, { body })).status).toBe(400)
    expect(
      await client.ok(appOperations.previewRecipients, { body: { contactIds: [contactId] } }),
    ).toMatchObject({
      total: 0,
      withoutPhone: 1,
    })
  })
})

describe('409', () => {
  it('no text to show if the account does not collect consent', async () => {
    const without = await server.welcome({ consentText: null })
    expect((await without.call(appOperations.getConsentRequestText)).status).toBe(409)
    const numberless = await server.welcome({ hasNumber: false })
    expect((await numberless.call(appOperations.getConsentRequestText)).status).toBe(409)
  })
})
