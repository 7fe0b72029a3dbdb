import { eventOfKind, eventTypes, ParleyEvent } from '@parley/contract'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSecretKeys } from '../../test/people/create-secret-keys.ts'
import { type EventsApplication, type EventsServer, startEvents } from '../../test/servers/events-server.ts'
import { newPhone } from '../../test/servers/texting-server.ts'
import type { Entry } from '../journal/index.ts'
import { createEventCursors } from './index.ts'

let server: EventsServer
let application: EventsApplication

beforeAll(async () => {
  server = await startEvents()
  application = await server.addApplication()
})
afterAll(() => server.close())

it('every kind of entry is an event, or is known to be none: others do not compile', () => {
  // @ts-expect-error a kind that is not in the table of the contract
  const kind: Entry['kind'] = 'surprise.made'
  expect(eventOfKind).not.toHaveProperty([kind])
  const published = new Set(Object.values(eventOfKind).filter(type => type !== null))
  expect(published).toEqual(new Set(Object.keys(eventTypes)))
})

const typesOf = (events: readonly ParleyEvent[]): string[] => events.map(({ type }) => type)

describe('GET /v1/events', () => {
  it('tells what happened, in order, without a word of a text and without a name', async () => {
    const advisor = await application.welcome()
    const phone = newPhone()
    await advisor.call('POST', '/core/contact/contacts', {
      firstName: 'Canary-Name',
      emailAddress: 'canary@mail.test',
      phone,
      address1: 'Canary Street',
    })
    const sent = await advisor.call('POST', '/text/messaging/messages', { phone, text: 'Canary-Text' })
    expect(sent.status).toBe(200)
    await advisor.reply(phone, 'Canary-Reply')
    await advisor.reply(phone, 'STOP')
    await advisor.call('POST', '/text/messaging/messages', { phone, text: 'Canary-Text' })
    const group = await advisor.call('POST', '/core/contact/groups', { name: 'Canary-Group' })
    await advisor.call('PUT', `/core/contact/groups/${String(group.body['id'])}`, { name: 'Canary-Other' })
    await server.sealed()
    const events = await advisor.readAll()
    expect(typesOf(events)).toEqual([
      'contact.created',
      'message.accepted',
      'message.received',
      'message.received',
      'consent.opted_out',
      'message.accepted',
      'message.refused',
      'group.created',
      'group.renamed',
    ])
    expect(JSON.stringify(events)).not.toMatch(/canary/i)
    const check = Compile(ParleyEvent)
    for (const event of events) expect(check.Check(event), JSON.stringify(event)).toBe(true)
    const [, accepted] = events
    expect(accepted).toMatchObject({
      advisor: advisor.identifier,
      actor: { type: 'application', self: true },
      conversation: { phone },
      data: { kind: 'text' },
    })
    expect(events.map(({ sequence }) => sequence)).toEqual(
      events.map(({ sequence }) => sequence).toSorted((one, other) => one - other),
    )
  })

  it('continues behind any cursor, and the pages together are the whole', async () => {
    const advisor = await application.welcome()
    for (let count = 0; count < 12; count += 1) {
      await advisor.call('POST', '/core/contact/groups', { name: `Group ${count}` })
    }
    await server.sealed()
    const all = await advisor.readAll()
    expect(all).toHaveLength(12)
    expect(await advisor.readAll({ limit: 5 })).toEqual(all)
    const { page } = await advisor.read()
    for (const [index, { cursor }] of page.data.entries()) {
      const rest = await advisor.read({ after: cursor })
      expect(rest.page.data.map(({ event }) => event)).toEqual(all.slice(index + 1))
    }
    const end = await advisor.read({ after: 'end' })
    expect(end.page).toMatchObject({ data: [], hasMore: false })
    await advisor.call('POST', '/core/contact/groups', { name: 'Later' })
    await server.sealed()
    expect((await advisor.read({ after: end.page.cursor })).page.data).toHaveLength(1)
  })

  it('filters by type and family', async () => {
    const advisor = await application.welcome()
    const phone = newPhone()
    await advisor.call('POST', '/text/messaging/messages', { phone, text: 'Hello' })
    await advisor.call('POST', '/core/contact/groups', { name: 'A group' })
    await server.sealed()
    expect(typesOf(await advisor.readAll({ types: 'message.*' }))).toEqual(['message.accepted'])
    expect(typesOf(await advisor.readAll({ types: 'contact.created,group.*' }))).toEqual([
      'contact.created',
      'group.created',
    ])
    expect((await advisor.read({ types: 'message.sung' })).problem.code).toBe('invalid_request')
    expect((await advisor.read({ types: 'messages' })).problem.code).toBe('invalid_request')
  })

  it('shows an application all advisors who allow it, merged in the order of the log, and nobody else', async () => {
    const own = await server.addApplication()
    const other = await server.addApplication()
    const advisors = [await own.welcome(), await own.welcome(), await own.welcome()]
    const stranger = await other.welcome()
    for (let count = 0; count < 9; count += 1) {
      await advisors[count % 3]?.call('POST', '/core/contact/groups', { name: `Group ${count}` })
      await stranger.call('POST', '/core/contact/groups', { name: `Group ${count}` })
    }
    await server.sealed()
    const events = await own.readAll()
    expect(events.map(({ advisor }) => advisor)).toEqual(
      Array.from({ length: 9 }, (_, index) => advisors[index % 3]?.identifier),
    )
    expect(await own.readAll({ limit: 2 })).toEqual(events)
    expect(await other.readAll()).toHaveLength(9)
    // Each of them alone sees its part.
    expect(await advisors[0]?.readAll()).toEqual(
      events.filter(({ advisor }) => advisor === advisors[0]?.identifier),
    )
  })

  it('refuses damaged, foreign and invented cursors', async () => {
    const advisor = await application.welcome()
    const { page } = await advisor.read({ after: 'end' })
    const first = page.cursor.startsWith('A') ? 'B' : 'A'
    const invented = Array.from({ length: 200 }, () =>
      Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url'),
    )
    const damaged = [`${first}${page.cursor.slice(1)}`, page.cursor.slice(1), `${page.cursor}A`, '0', 'END']
    // Valid for another cell, and under another key.
    const foreign = [
      createEventCursors(createSecretKeys(Buffer.alloc(32, 1)), 2).print({ position: 0, restores: 0 }),
      createEventCursors(createSecretKeys(Buffer.alloc(32, 2)), 1).print({ position: 0, restores: 0 }),
    ]
    for (const after of [...damaged, ...foreign, ...invented]) {
      const { status, problem } = await advisor.read({ after })
      expect([status, problem.code, problem.details?.reason]).toEqual([400, 'invalid_request', 'cursor'])
    }
  })

  it('returns one event by its id to those who may read it', async () => {
    const advisor = await application.welcome()
    const other = await application.welcome()
    await advisor.call('POST', '/core/contact/groups', { name: 'A group' })
    await server.sealed()
    const { page } = await advisor.read()
    const [first] = page.data
    const path = `/events/${first?.event.id}`
    expect(await advisor.call('GET', path)).toEqual({ status: 200, body: first })
    expect((await application.call('GET', path)).status).toBe(200)
    expect((await other.call('GET', path)).status).toBe(404)
    expect((await (await server.addApplication()).call('GET', path)).status).toBe(404)
    expect((await advisor.call('GET', '/events/evt_1')).status).toBe(404)
    expect((await advisor.call('GET', '/events/1')).status).toBe(400)
    expect((await advisor.call('GET', `${path}/proof`)).body['code']).toBe('conflict')
  })

  it('gives an application token nothing but events', async () => {
    const { status, body } = await application.call('GET', '/me')
    expect([status, body['code']]).toEqual([403, 'forbidden'])
    expect((await application.call('GET', '/core/contact/groups')).status).toBe(403)
    expect((await (await server.addApplication(['text.messaging.read'])).read()).problem.code).toBe(
      'forbidden',
    )
  })
})
