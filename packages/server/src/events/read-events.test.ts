import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSecretKeys } from '../../test/people/create-secret-keys.ts'
import { type EventsServer, startEvents } from '../../test/servers/events-server.ts'
import { newPhone } from '../../test/servers/texting-server.ts'
import { createEventCursors, readEvents } from './index.ts'

let server: EventsServer
beforeAll(async () => {
  server = await startEvents()
})
afterAll(() => server.close())

it('a reader in any process continues where another has stopped, with the lane of each event', async () => {
  const application = await server.addApplication()
  const advisors = [await application.welcome(), await application.welcome()]
  const phone = newPhone()
  for (const advisor of advisors) {
    await advisor.call('POST', '/text/messaging/messages', { phone, text: 'Hello' })
  }
  await server.sealed()
  const reader = { applicationId: application.id, limit: 2 }
  const first = await readEvents(server.database, { ...reader, position: 0 })
  expect(first.position).toBeLessThan(first.newest)
  const second = await readEvents(server.database, { ...reader, position: first.position })
  const { page } = await application.read()
  const cursors = createEventCursors(createSecretKeys(Buffer.alloc(32, 1)), 1)
  expect(
    [...first.events, ...second.events].map(({ position, event }) => ({
      cursor: cursors.print({ position, restores: 0 }),
      event,
    })),
  ).toEqual(page.data)
  const [contact, text] = first.events
  expect(contact?.lane).toBe(`contact ${contact?.event.subject.id}`)
  expect(text?.lane).toBe(`member ${text?.event.conversation?.memberId}`)
  // A subset of those who allow the application, and never more than those.
  const [one] = advisors
  const stranger = await (await server.addApplication()).welcome()
  const ids = [one?.id ?? 0, stranger.id]
  const some = await readEvents(server.database, { ...reader, limit: 50, position: 0, advisorIds: ids })
  expect(new Set(some.events.map(({ advisorId }) => advisorId))).toEqual(new Set([one?.id]))
})
