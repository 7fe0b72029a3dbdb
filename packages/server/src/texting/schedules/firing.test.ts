// Outcomes of due scheduled texts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Scheduling, startScheduling } from '../../../test/servers/scheduling.ts'
import { newPhone, type TextingClient } from '../../../test/servers/texting-server.ts'
import { deleteOldCredentials } from '../../identity/index.ts'

let scheduling: Scheduling
let client: TextingClient
beforeAll(async () => {
  scheduling = await startScheduling()
  client = await scheduling.server.welcome()
})
afterAll(() => scheduling.server.close())

const hourSeconds = 3_600
const daily = 1

const read = (id: number | undefined, by = client) => scheduling.read(by, id)
const textsTo = (phone: string, text: string) => scheduling.textsTo(phone, text)
const dueNow = (how: { frequency?: number; agoSeconds?: number; by?: TextingClient } = {}) =>
  scheduling.dueNow(how.by ?? client, how)

describe('accepted', () => {
  it('one-time: the text is sent like any other, and the schedule ends', async () => {
    const { id, phone, text } = await dueNow()
    expect(await scheduling.fireAll()).toBe(1)
    const [message] = await textsTo(phone, text)
    const messageId = message?.['id']
    const { advisorId, applicationId } = client
    expect(await scheduling.rows('select * from outbox where message_id = $1', messageId)).toMatchObject([
      { advisor_id: advisorId, application_id: applicationId, number: client.number },
    ])
    const sent = await client.send({ phone, text: 'At once' })
    const atOnce = sent.body.successes[0]?.messageId
    expect(await scheduling.rows('select * from outbox where message_id = $1', atOnce)).toMatchObject([
      { advisor_id: advisorId, application_id: applicationId },
    ])
    const schedule = await read(id)
    expect(schedule).toMatchObject({ status: 'ended', endReason: 'fired', phone, text })
    expect(schedule).not.toHaveProperty('nextDeliveryDate')
    expect(schedule.firings).toEqual([
      {
        deliveryDate: schedule.deliveryDate,
        dateTimeFired: expect.any(String) as string,
        outcome: 'accepted',
        messageId,
      },
    ])
    const entries = await scheduling.entries(client.advisorId, 'message.accepted')
    expect(entries.find(({ facts }) => facts['text'] === text)).toMatchObject({
      actor: { kind: 'system', task: 'schedule', scheduledBy: { kind: 'application', applicationId } },
      subject: { kind: 'message', id: messageId },
      facts: {
        to: phone,
        policy: { rule: 'recipient accepted' },
        schedule: { scheduleId: id, occurrence: 0, dueAt: new Date(schedule.deliveryDate).toISOString() },
      },
    })
    expect(await scheduling.fireAll()).toBe(0)
  })

  it('recurring: it is due again at the next occurrence, not before', async () => {
    const { id, phone, text } = await dueNow({ frequency: daily })
    expect(await scheduling.fireAll()).toBe(1)
    const first = await read(id)
    expect(first.status).toBe('active')
    const aheadMs = first.nextDeliveryDate - first.deliveryDate
    expect([23, 24, 25].map(hours => hours * hourSeconds * 1_000)).toContain(aheadMs)
    expect(await scheduling.fireAll()).toBe(0)
    await scheduling.setDue([id])
    expect(await scheduling.fireAll()).toBe(1)
    expect(await textsTo(phone, text)).toHaveLength(2)
    expect((await read(id)).firings).toHaveLength(2)
  })

  it('texts due together for one recipient are sent in due order', async () => {
    const phone = newPhone()
    await client.accept(phone)
    const ids: (number | undefined)[] = []
    for (const text of ['third', 'first', 'second']) {
      ids.push((await scheduling.schedule(client, { phones: [phone], text }))[0])
    }
    await scheduling.setDue([ids[0]], 10)
    await scheduling.setDue([ids[1]], 30)
    await scheduling.setDue([ids[2]], 20)
    expect(await scheduling.fireAll()).toBe(3)
    const texts = await scheduling.rows(
      `select text from message where phone = $1 and kind = 'text' and direction = 'out' order by id`,
      phone,
    )
    expect(texts.map(({ text }) => text)).toEqual(['first', 'second', 'third'])
  })

  it('a contact deleted in between is recreated', async () => {
    const { phone } = await dueNow()
    await scheduling.server.owner.query('delete from contact where phone = $1', [phone])
    await scheduling.fireAll()
    expect(await scheduling.rows('select from contact where phone = $1', phone)).toHaveLength(1)
  })

  it('nothing is sent before it is due', async () => {
    await scheduling.schedule(client, { text: 'Not due' })
    expect(await scheduling.fireAll()).toBe(0)
    expect(await scheduling.rows(`select from message where text = 'Not due'`)).toEqual([])
  })
})

describe('refused', () => {
  const withdraw = async (who: 'advisor' | 'firm' | 'application' | 'grant', by: TextingClient) => {
    const sql = {
      advisor: `update advisor set active = false where id = ${by.advisorId}`,
      firm: `update firm set active = false where id = ${by.firmId}`,
      application: `update application set active = false where id = ${by.applicationId}`,
      grant: `update authorization_grant set revoked_at = now() where advisor_id = ${by.advisorId}`,
    }[who]
    await scheduling.server.owner.query(sql)
  }
  const firingsOf = async (id: number | undefined) =>
    scheduling.rows('select * from schedule_firing where schedule_id = $1 order by occurrence', id)
  const statusOf = async (id: number | undefined) =>
    (await scheduling.rows('select status, end_reason from schedule where id = $1', id))[0]
  const refusalOf = async (by: TextingClient, text: string) =>
    (await scheduling.entries(by.advisorId, 'message.refused')).find(({ facts }) => facts['text'] === text)

  it.each([
    ['advisor', 'an account that is switched off sends nothing'],
    ['firm', 'an account that is switched off sends nothing'],
    ['application', 'the application may no longer text for the advisor'],
    ['grant', 'the application may no longer text for the advisor'],
  ] as const)(
    'the %s was withdrawn: journalled with its rule, and a recurrence continues',
    async (who, rule) => {
      const own = await scheduling.server.welcome()
      const once = await dueNow({ by: own })
      const recurring = await dueNow({ by: own, frequency: daily })
      await withdraw(who, own)
      expect(await scheduling.fireAll()).toBe(2)
      for (const { id, phone, text } of [once, recurring]) {
        expect(await textsTo(phone, text)).toEqual([])
        expect(await firingsOf(id)).toMatchObject([{ outcome: 'refused', code: 'blocked_by_policy' }])
        expect(await refusalOf(own, text)).toMatchObject({
          actor: { kind: 'system', task: 'schedule' },
          facts: { code: 'blocked_by_policy', policy: { rule }, schedule: { scheduleId: id, occurrence: 0 } },
        })
      }
      expect(await statusOf(once.id)).toEqual({ status: 'ended', end_reason: 'fired' })
      expect(await statusOf(recurring.id)).toEqual({ status: 'active', end_reason: null })
    },
  )

  it('a renewed grant allows it', async () => {
    const own = await scheduling.server.welcome()
    const { phone, text } = await dueNow({ by: own })
    await withdraw('grant', own)
    await scheduling.server.owner.query(
      `insert into authorization_grant (advisor_id, application_id, grant_id, scopes)
       values ($1, $2, $3, '{text.messaging.write}')`,
      [own.advisorId, own.applicationId, `again-${own.advisorId}`],
    )
    await scheduling.fireAll()
    expect(await textsTo(phone, text)).toHaveLength(1)
  })

  it.each([
    ['expired', `set expires_at = now() - interval '1 second'`],
    ['without texting', `set scopes = '{openid,text.messaging.read}'`],
  ])('a grant that is %s allows nothing', async (_how, change) => {
    const own = await scheduling.server.welcome()
    const { id, phone, text } = await dueNow({ by: own })
    await scheduling.server.owner.query(`update authorization_grant ${change} where advisor_id = $1`, [
      own.advisorId,
    ])
    await scheduling.fireAll()
    expect(await textsTo(phone, text)).toEqual([])
    expect(await firingsOf(id)).toMatchObject([{ outcome: 'refused', code: 'blocked_by_policy' }])
  })

  it('a grant revoked long ago still allows nothing after old grants were deleted', async () => {
    const own = await scheduling.server.welcome()
    const { phone, text } = await dueNow({ by: own })
    await scheduling.server.owner.query(
      `update authorization_grant set revoked_at = now() - interval '100 days' where advisor_id = $1`,
      [own.advisorId],
    )
    await deleteOldCredentials(scheduling.server.database)
    await scheduling.fireAll()
    expect(await textsTo(phone, text)).toEqual([])
  })

  it('an application from an external issuer has no grant here and may send', async () => {
    const own = await scheduling.server.welcome()
    const { phone, text } = await dueNow({ by: own })
    await scheduling.server.owner.query('delete from authorization_grant where advisor_id = $1', [
      own.advisorId,
    ])
    await scheduling.fireAll()
    expect(await textsTo(phone, text)).toHaveLength(1)
  })

  it('consent became required: the recurrence continues and sends once consent is given', async () => {
    const free = await scheduling.server.welcome({ isConsentRequired: false })
    const phone = newPhone()
    const [id] = await scheduling.schedule(free, { phones: [phone], frequency: daily, text: 'Strict' })
    await scheduling.server.owner.query(
      `insert into consent_exception (advisor_id, consent_required) values ($1, true)`,
      [free.advisorId],
    )
    await scheduling.setDue([id])
    await scheduling.fireAll()
    expect((await read(id, free)).firings).toMatchObject([{ outcome: 'refused', code: 'consent_required' }])
    await free.accept(phone)
    await scheduling.setDue([id])
    await scheduling.fireAll()
    expect((await read(id, free)).firings).toMatchObject([
      { outcome: 'accepted' },
      { outcome: 'refused', code: 'consent_required' },
    ])
    expect(await textsTo(phone, 'Strict')).toHaveLength(1)
  })

  it('an opt-out ends that recipient’s recurrence only', async () => {
    const [gone, stays] = [newPhone(), newPhone()]
    await client.accept(gone)
    await client.accept(stays)
    const ids = await scheduling.schedule(client, { phones: [gone, stays], frequency: daily, text: 'Both' })
    await client.reply(gone, 'STOP')
    expect(await read(ids[0])).toMatchObject({ status: 'active', optedOut: true })
    expect(await read(ids[1])).not.toHaveProperty('optedOut')
    await scheduling.setDue(ids)
    expect(await scheduling.fireAll()).toBe(2)
    expect(await textsTo(gone, 'Both')).toEqual([])
    expect(await textsTo(stays, 'Both')).toHaveLength(1)
    expect(await read(ids[0])).toMatchObject({
      status: 'ended',
      endReason: 'opted_out',
      firings: [{ outcome: 'refused', code: 'opted_out' }],
    })
    expect((await read(ids[1])).status).toBe('active')
    const ended = await scheduling.entries(client.advisorId, 'schedule.ended')
    expect(ended).toMatchObject([
      { subject: { id: ids[0] }, facts: { reason: 'opted_out', to: gone, text: 'Both', occurrence: 0 } },
    ])
  })
})

describe('skipped', () => {
  it('more than 24 hours late: not sent, journalled, and a recurrence continues', async () => {
    const dayAndHour = 25 * hourSeconds
    const once = await dueNow({ agoSeconds: dayAndHour })
    const recurring = await dueNow({ agoSeconds: dayAndHour, frequency: daily })
    // The daily one was due a second time an hour ago, or two if the clocks changed: that is not late.
    expect(await scheduling.fireAll()).toBe(3)
    expect(await textsTo(once.phone, once.text)).toEqual([])
    expect(await read(once.id)).toMatchObject({ status: 'ended', firings: [{ outcome: 'skipped' }] })
    expect(await textsTo(recurring.phone, recurring.text)).toHaveLength(1)
    expect(await read(recurring.id)).toMatchObject({
      status: 'active',
      firings: [{ outcome: 'accepted' }, { outcome: 'skipped' }],
    })
    const skipped = await scheduling.entries(client.advisorId, 'schedule.skipped')
    expect(skipped.map(({ subject }) => subject)).toEqual([
      { kind: 'schedule', id: once.id },
      { kind: 'schedule', id: recurring.id },
    ])
    expect(skipped[0]?.facts).toMatchObject({ to: once.phone, text: once.text, lateHours: 24 })
  })

  it('not if slightly less late', async () => {
    const { phone, text } = await dueNow({ agoSeconds: 24 * hourSeconds - 60 })
    await scheduling.fireAll()
    expect(await textsTo(phone, text)).toHaveLength(1)
  })

  it('a worker down for a week: each missed occurrence is recorded, only the last is sent', async () => {
    const { id, phone, text } = await dueNow({ agoSeconds: 7 * 24 * hourSeconds + 60, frequency: daily })
    expect(await scheduling.fireAll()).toBe(8)
    expect(await textsTo(phone, text)).toHaveLength(1)
    const outcomes = (await scheduling.rows(
      'select outcome from schedule_firing where schedule_id = $1 order by occurrence',
      id,
    )) as { outcome: string }[]
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([...Array(7).fill('skipped'), 'accepted'])
  })
})
