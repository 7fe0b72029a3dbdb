import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../test/carriers/texting.ts'
import { type EventStreamOf, openEventStreamOf } from '../../test/http/partner-stream.ts'
import { grantAccess } from '../../test/people/people.ts'
import { type EventsApplication, type EventsServer, startEvents } from '../../test/servers/events-server.ts'
import { newPhone } from '../../test/servers/texting-server.ts'
import { recordAllowed } from '../identity/authorization/record-allowed.ts'
import { revokeGrant } from '../identity/index.ts'
import { inTransaction } from '../platform/db/in-transaction.ts'

let server: EventsServer
let application: EventsApplication

beforeAll(async () => {
  server = await startEvents()
})
afterAll(() => server.close())

const fresh = async () => {
  application = await server.addApplication()
  return application.welcome()
}

describe('a long poll', () => {
  it('knows an accepted consent in under a second', async () => {
    const advisor = await fresh()
    const phone = newPhone()
    await advisor.call('POST', '/core/contact/contacts', { firstName: 'Ann', phone })
    await advisor.call('POST', '/text/messaging/consent-requests', { phoneNumbers: [phone] })
    const took: number[] = []
    for (const reply of ['YES', 'STOP', 'START']) {
      await server.sealed()
      const { page } = await advisor.read({ after: 'end' })
      const waiting = application.read({ after: page.cursor, types: 'consent.*', waitSeconds: 30 })
      await sleep(300)
      const since = performance.now()
      await advisor.reply(phone, reply)
      const { page: news } = await waiting
      took.push(performance.now() - since)
      expect(news.data.map(({ event }) => event.conversation)).toEqual([expect.objectContaining({ phone })])
    }
    // The median: the machine may be busy for a moment.
    expect(took.toSorted((one, other) => one - other)[1]).toBeLessThan(1_000)
  })

  it('returns empty after its time, with a cursor and how complete it is', async () => {
    const advisor = await fresh()
    const since = performance.now()
    const { status, page } = await advisor.read({ after: 'end', waitSeconds: 1 })
    expect(performance.now() - since).toBeGreaterThan(950)
    expect([status, page.data, page.hasMore]).toEqual([200, [], false])
    expect(Date.now() - Date.parse(page.completeUntil ?? '')).toBeLessThan(10_000)
  })

  it('is not ended by what others do', async () => {
    const advisor = await fresh()
    const other = await (await server.addApplication()).welcome()
    const waiting = advisor.read({ after: 'end', waitSeconds: 2 })
    const since = performance.now()
    await other.call('POST', '/core/contact/groups', { name: 'Theirs' })
    expect((await waiting).page.data).toEqual([])
    expect(performance.now() - since).toBeGreaterThan(1_500)
  })

  it('leaves its place when the client goes away: 200 may wait for an application, again and again', async () => {
    const advisor = await fresh()
    for (let round = 0; round < 2; round += 1) {
      const leaving = new AbortController()
      let refused = 0
      let left = 0
      const poll = async (): Promise<void> => {
        try {
          const { status } = await advisor.read({ after: 'end', waitSeconds: 30 }, { signal: leaving.signal })
          if (status === 429) refused += 1
        } catch {
          left += 1
        }
      }
      const polls = Array.from({ length: 230 }, poll)
      await eventually('all others are refused', () => refused === 30)
      leaving.abort()
      await Promise.all(polls)
      expect(left).toBe(200)
      await eventually('somebody may wait again', async () => {
        const { status } = await advisor.read({ after: 'end', waitSeconds: 1 })
        return status === 200
      })
    }
  })
})

describe('a stream', () => {
  it('has the same events and cursors as pages, and resumes', async () => {
    const advisor = await fresh()
    const stream = await openEventStreamOf(server.url, advisor.headers)
    for (let count = 0; count < 5; count += 1) {
      await advisor.call('POST', '/core/contact/groups', { name: `Group ${count}` })
    }
    await eventually('all came', () => stream.events.length === 5)
    stream.close()
    const { page, text } = await advisor.read()
    expect(stream.events.map(({ id, data }) => ({ cursor: id, event: JSON.parse(data) }))).toEqual(page.data)
    // The same bytes: canonical JSON.
    for (const { data, name } of stream.events) {
      expect(text).toContain(data)
      expect(name).toBe('group.created')
    }
    const resumed = await openEventStreamOf(server.url, {
      ...advisor.headers,
      'last-event-id': stream.events[2]?.id ?? '',
    })
    await eventually('the rest came', () => resumed.events.length === 2)
    resumed.close()
    expect(resumed.events).toEqual(stream.events.slice(3))
    const refused = await openEventStreamOf(server.url, { ...advisor.headers, 'last-event-id': 'forged' })
    expect(refused.status).toBe(400)
  })
})

describe('access that ends', () => {
  const ends: [string, (advisor: { id: number; grantId: string }) => Promise<unknown>][] = [
    [
      'a revoked grant',
      ({ grantId }) =>
        server.database.query('update authorization_grant set revoked_at = now() where grant_id = $1', [
          grantId,
        ]),
    ],
    [
      'a deactivated advisor',
      ({ id }) => server.owner.query('update advisor set active = false where id = $1', [id]),
    ],
    [
      'a disabled application',
      () => server.owner.query('update application set active = false where id = $1', [application.id]),
    ],
  ]

  it.each(ends)('%s closes what is open within five seconds, and nothing leaves at once', async (_, end) => {
    const advisor = await fresh()
    const open: EventStreamOf[] = [await openEventStreamOf(server.url, advisor.headers)]
    const polls = [advisor.read({ after: 'end', waitSeconds: 30 })]
    const { page } = await application.read({ after: 'end' })
    await sleep(200)
    await end(advisor)
    const since = performance.now()
    await server.database.query(
      `insert into journal (advisor_id, occurred_at, kind, subject_id, head, facts, salts, digest)
       values ($1, clock_timestamp(), 'group.created', 4711, '{"actor":{"kind":"advisor"},"traceId":null}', '{}', sha256(''), sha256(''))`,
      [advisor.id],
    )
    const answers = await Promise.all(polls)
    await Promise.all(open.map(({ ended }) => ended))
    expect(performance.now() - since).toBeLessThan(5_500)
    for (const { status } of answers) expect(status).toBe(401)
    expect(open.flatMap(({ events }) => events)).toEqual([])
    const later = await application.read({ after: page.cursor })
    expect(later.status === 401 || later.page.data.length === 0).toBe(true)
  })

  it('a narrowed scope hides its events from then on, those of before as well', async () => {
    const advisor = await fresh()
    await advisor.call('POST', '/core/contact/groups', { name: 'A group' })
    await advisor.call('POST', '/text/messaging/messages', { phone: newPhone(), text: 'Hello' })
    await server.sealed()
    const typesSeen = async () => (await application.readAll()).map(({ type }) => type)
    expect(await typesSeen()).toEqual(['group.created', 'contact.created', 'message.accepted'])
    await server.database.query(`update authorization_grant set revoked_at = now() where grant_id = $1`, [
      advisor.grantId,
    ])
    await grantAccess(server.database, advisor.id, application.id, { scopes: ['text.messaging.read'] })
    await server.database.query(
      `update authorization_grant set granted_at = now() - interval '1 hour' where advisor_id = $1`,
      [advisor.id],
    )
    expect(await typesSeen()).toEqual(['message.accepted'])
  })

  it('a scope opens its events from the moment it was granted, although another was granted before', async () => {
    application = await server.addApplication()
    const advisor = await application.welcome({ scopes: ['text.messaging.read', 'core.contacts.write'] })
    await advisor.call('POST', '/core/contact/groups', { name: 'Before' })
    await server.sealed()
    expect(await application.readAll()).toEqual([])
    await grantAccess(server.database, advisor.id, application.id, { scopes: ['core.contacts.read'] })
    const after = await advisor.call('POST', '/core/contact/groups', { name: 'After' })
    await server.sealed()
    expect((await application.readAll()).map(({ subject }) => subject.id)).toEqual([after.body['id']])
  })

  it('shows nothing from before the grant, and tells of the grant and its end', async () => {
    const own = await fresh()
    await own.call('POST', '/core/contact/groups', { name: 'Before' })
    await server.sealed()
    const later = await server.addApplication()
    const { rows } = await server.database.query<{ clientId: string }>(
      'select client_id as "clientId" from application where id = $1',
      [later.id],
    )
    const allowed = {
      identifier: own.identifier,
      clientId: rows[0]?.clientId ?? '',
      grantId: `grant-${own.id}`,
      scopes: ['core.contacts.read'],
      lifetimeSeconds: 3_600,
      actor: { kind: 'advisor' },
    } as const
    await inTransaction(server.database, tx => recordAllowed(tx, allowed))
    await own.call('POST', '/core/contact/groups', { name: 'After' })
    await server.sealed()
    const seen = async () => (await later.readAll()).map(({ type }) => type)
    expect(await seen()).toEqual(['access.granted', 'group.created'])
    await revokeGrant(server.database, allowed.grantId)
    await own.call('POST', '/core/contact/groups', { name: 'Too late' })
    await server.sealed()
    expect(await seen()).toEqual(['access.granted', 'access.revoked'])
    // It does not concern the other application.
    expect((await application.readAll()).map(({ type }) => type)).not.toContain('access.revoked')
  })
})
