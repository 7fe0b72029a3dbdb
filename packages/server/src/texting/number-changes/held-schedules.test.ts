// Scheduled texts to a number that their contact has lost.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roundsOf } from '../../../test/rounds-of.ts'
import { type Scheduling, startScheduling } from '../../../test/servers/scheduling.ts'
import { newPhone, type TextingClient } from '../../../test/servers/texting-server.ts'
import { fireSchedules } from '../schedules/fire-schedules.ts'

let scheduling: Scheduling
let client: TextingClient
beforeAll(async () => {
  scheduling = await startScheduling({ connections: 12 })
  client = await scheduling.server.welcome({ isConsentRequired: false })
})
afterAll(() => scheduling.server.close())

const path = '/text/messaging/scheduled-messages'

interface Person {
  readonly contactId: number
  readonly phone: string
  readonly scheduleId: number
  readonly text: string
}

const addContact = async (phone: string): Promise<number> =>
  (await client.call('POST', '/core/contact/contacts', { firstName: 'Sophia', phone })).body.id

/** A contact with a text scheduled for tomorrow. */
async function person(how: { frequency?: number; phone?: string } = {}): Promise<Person> {
  const { frequency = 0, phone = newPhone() } = how
  const contactId = await addContact(phone)
  const text = `For ${phone}`
  const [scheduleId = 0] = await scheduling.schedule(client, { phones: [phone], text, frequency })
  return { contactId, phone, scheduleId, text }
}

const change = (contactId: number, body: object) =>
  client.call('PUT', `/core/contact/contacts/${contactId}`, body)
const remove = (contactId: number) => client.call('DELETE', `/core/contact/contacts/${contactId}`)
const read = (id: number) => scheduling.read(client, id)
const edit = (id: number, body: object) => client.call('PUT', `${path}/${id}`, body)

/** Fires due schedules after making this one due, if it may fire at all. */
async function fireLater(id: number): Promise<void> {
  await scheduling.setDue([id])
  await scheduling.fireAll()
}

describe('a contact whose number changes', () => {
  it('has its scheduled texts held by default: they do not fire and show why', async () => {
    const { contactId, phone, scheduleId, text } = await person()
    const next = newPhone()
    const { status, body } = await change(contactId, { phone: next })
    expect([status, body]).toEqual([
      200,
      { id: contactId, scheduledMessages: { action: 'hold', scheduleIds: [scheduleId] } },
    ])
    expect(await read(scheduleId)).toMatchObject({
      status: 'held',
      holdReason: 'number_changed',
      phone,
      nextDeliveryDate: expect.any(Number),
    })
    await fireLater(scheduleId)
    expect([await scheduling.textsTo(phone, text), await scheduling.textsTo(next, text)]).toEqual([[], []])
    const { data } = (await client.call('GET', `${path}?status=held`)).body
    expect(data).toContainEqual(expect.objectContaining({ scheduleId, status: 'held' }))
    const [entry] = (await scheduling.entries(client.advisorId, 'schedule.held')).slice(-1)
    expect(entry).toMatchObject({
      subject: { kind: 'schedule', id: scheduleId },
      facts: { to: phone, newPhone: next, contactId, reason: 'number_changed', text },
    })
  })

  it('has them cancelled or moved if the caller chooses', async () => {
    const [gone, moved] = [await person(), await person()]
    expect((await change(gone.contactId, { phone: newPhone(), scheduledMessages: 'cancel' })).status).toBe(
      200,
    )
    expect(await read(gone.scheduleId)).toMatchObject({ status: 'cancelled' })
    const next = newPhone()
    const { body } = await change(moved.contactId, { phone: next, scheduledMessages: 'move' })
    expect(body).toMatchObject({ scheduledMessages: { action: 'move', scheduleIds: [moved.scheduleId] } })
    const { memberId } = (await client.consent(next)).body
    expect(await read(moved.scheduleId)).toMatchObject({ status: 'active', phone: next, memberId })
    await fireLater(moved.scheduleId)
    expect(await scheduling.textsTo(next, moved.text)).toHaveLength(1)
    expect(await scheduling.textsTo(moved.phone, moved.text)).toEqual([])
  })

  it('has moved ones refused if the new number has not consented', async () => {
    const strict = await scheduling.server.welcome()
    const [phone, next] = [newPhone(), newPhone()]
    const { body } = await strict.call('POST', '/core/contact/contacts', { firstName: 'Sophia', phone })
    await strict.accept(phone)
    const [id = 0] = await scheduling.schedule(strict, { phones: [phone] })
    await strict.call('PUT', `/core/contact/contacts/${body.id}`, { phone: next, scheduledMessages: 'move' })
    await fireLater(id)
    expect((await scheduling.read(strict, id)).firings).toMatchObject([
      { outcome: 'refused', code: 'consent_required' },
    ])
  })

  it('has nothing held if another contact still has the number, unless the caller chooses', async () => {
    const { contactId, phone, scheduleId } = await person()
    const partner = await addContact(phone)
    expect((await change(contactId, { phone: newPhone() })).body).toEqual({ id: contactId })
    expect(await read(scheduleId)).toMatchObject({ status: 'active' })
    expect((await change(partner, { phone: newPhone() })).body).toMatchObject({
      scheduledMessages: { action: 'hold' },
    })
    const other = await person()
    await addContact(other.phone)
    await change(other.contactId, { phone: newPhone(), scheduledMessages: 'hold' })
    expect(await read(other.scheduleId)).toMatchObject({ status: 'held' })
  })

  it('has them held if the number is removed and there is none to move to', async () => {
    const { contactId, scheduleId } = await person()
    const refused = await change(contactId, { phone: null, scheduledMessages: 'move' })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { details: { errors: [{ path: '/scheduledMessages' }] } },
    ])
    expect(await read(scheduleId)).toMatchObject({ status: 'active' })
    await change(contactId, { phone: null })
    expect(await read(scheduleId)).toMatchObject({ status: 'held' })
  })

  it('has them held if the contact is deleted, unless another contact has the number', async () => {
    const { contactId, scheduleId } = await person()
    expect((await remove(contactId)).status).toBe(204)
    expect(await read(scheduleId)).toMatchObject({ status: 'held' })
    const shared = await person()
    await addContact(shared.phone)
    await remove(shared.contactId)
    expect(await read(shared.scheduleId)).toMatchObject({ status: 'active' })
  })

  it('has nothing held if other fields change', async () => {
    const { contactId, phone, scheduleId } = await person()
    expect((await change(contactId, { nickname: 'Sophie', phone })).body).toEqual({ id: contactId })
    expect(await read(scheduleId)).toMatchObject({ status: 'active' })
  })

  it('does not affect another advisor’s schedules for the number', async () => {
    const other = await scheduling.server.welcome({ isConsentRequired: false })
    const { contactId, phone } = await person()
    const [theirs = 0] = await scheduling.schedule(other, { phones: [phone] })
    await change(contactId, { phone: newPhone() })
    expect(await scheduling.read(other, theirs)).toMatchObject({ status: 'active' })
  })
})

describe('a held text', () => {
  const held = async (frequency = 0): Promise<Person> => {
    const one = await person({ frequency })
    await change(one.contactId, { phone: newPhone() })
    return one
  }

  it('can be released, fires on time and goes to its original number', async () => {
    const { scheduleId, phone, text } = await held()
    expect((await edit(scheduleId, { status: 'active' })).status).toBe(200)
    const released = await read(scheduleId)
    expect(released).toMatchObject({ status: 'active' })
    expect(released).not.toHaveProperty('holdReason')
    await fireLater(scheduleId)
    expect(await scheduling.textsTo(phone, text)).toHaveLength(1)
  })

  it('can be edited without being released', async () => {
    const { scheduleId } = await held()
    await edit(scheduleId, { text: 'Another' })
    expect(await read(scheduleId)).toMatchObject({ status: 'held', text: 'Another' })
  })

  it('whose only occurrence has passed needs a new date', async () => {
    const { scheduleId } = await held()
    await scheduling.setDue([scheduleId], 60)
    const refused = await edit(scheduleId, { status: 'active' })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { details: { errors: [{ path: '/deliveryDate' }] } },
    ])
    const deliveryDate = Date.now() + 3_600_000
    expect((await edit(scheduleId, { status: 'active', deliveryDate })).status).toBe(200)
    expect(await read(scheduleId)).toMatchObject({ status: 'active', nextDeliveryDate: deliveryDate })
  })

  it('that recurs continues with its next occurrence and catches up on none', async () => {
    const { scheduleId, phone, text } = await held(1)
    await scheduling.setDue([scheduleId], 3 * 86_400 + 60)
    await edit(scheduleId, { status: 'active' })
    const { nextDeliveryDate } = await read(scheduleId)
    expect(nextDeliveryDate).toBeGreaterThan(Date.now())
    expect(nextDeliveryDate).toBeLessThan(Date.now() + 25 * 3_600_000)
    await scheduling.fireAll()
    expect(await scheduling.textsTo(phone, text)).toEqual([])
    await fireLater(scheduleId)
    expect(await scheduling.textsTo(phone, text)).toHaveLength(1)
  })

  it('can be cancelled like any other', async () => {
    const { scheduleId } = await held()
    expect((await client.call('DELETE', `${path}/${scheduleId}`)).status).toBe(204)
    expect(await read(scheduleId)).toMatchObject({ status: 'cancelled' })
    expect((await edit(scheduleId, { status: 'active' })).status).toBe(400)
  })
})

describe('races', () => {
  const rounds = roundsOf(1_000, 40, 0.02)
  const soon = (laterMs = 0): Promise<void> => sleep(Math.max(0, laterMs) + Math.random() * 6)

  it(`of a firing against a number change: the old number gets the text before it or never, ${rounds} times`, async () => {
    const seen = { fired: 0, held: 0 }
    // The winner of the last race starts later in the next: on a busy machine, random starts alone may never collide.
    let leadMs = 0
    for (let round = 0; round < rounds; round += 1) {
      const { contactId, phone, scheduleId, text } = await person({ frequency: 1 })
      await scheduling.setDue([scheduleId])
      const [answer] = await Promise.all([
        soon(-leadMs).then(() => change(contactId, { phone: newPhone() })),
        soon(leadMs).then(() => fireSchedules(scheduling.server.database, { limit: 500, except: [] })),
      ])
      expect(answer.body).toMatchObject({ scheduledMessages: { action: 'hold', scheduleIds: [scheduleId] } })
      const texts = await scheduling.textsTo(phone, text)
      const { status, firings } = await read(scheduleId)
      expect([status, firings.length]).toEqual(['held', texts.length])
      seen[texts.length === 0 ? 'held' : 'fired'] += 1
      leadMs += texts.length === 0 ? -5 : 5
      await fireLater(scheduleId)
      expect(await scheduling.textsTo(phone, text)).toHaveLength(texts.length)
    }
    expect(Math.min(seen.fired, seen.held)).toBeGreaterThan(0)
  }, 600_000)

  it(`of the last two contacts leaving a shared number: the text is held, ${rounds} times`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { contactId, phone, scheduleId } = await person()
      const partner = await addContact(phone)
      await Promise.all([contactId, partner].map(id => soon().then(() => change(id, { phone: newPhone() }))))
      expect(await read(scheduleId)).toMatchObject({ status: 'held' })
    }
  }, 600_000)
})
