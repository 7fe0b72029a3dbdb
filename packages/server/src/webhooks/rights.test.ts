// Rights that end while events are on their way. Whoever reads, by whichever way, has five seconds.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { writeSubmitted } from '../../test/database/write-submitted.ts'
import { openEventStreamOf } from '../../test/http/partner-stream.ts'
import type { EventsApplication } from '../../test/servers/events-server.ts'
import { startWebhooks, until, type WebhookSetting } from '../../test/servers/webhooks-server.ts'

let setting: WebhookSetting
beforeAll(async () => {
  setting = await startWebhooks()
})
afterEach(() => setting.reset())
afterAll(() => setting.close())

type Advisor = Awaited<ReturnType<EventsApplication['welcome']>>

const graceMs = 5_000

const acts: Record<string, (application: EventsApplication, advisor: Advisor) => [string, unknown]> = {
  'the grant is revoked': (_application, { grantId }) => [
    'update authorization_grant set revoked_at = now() where grant_id = $1',
    grantId,
  ],
  'the scope is taken away': (_application, { grantId }) => [
    `update authorization_grant set scopes = '{core.contacts.read}' where grant_id = $1`,
    grantId,
  ],
  'the scope is taken away from the application': ({ id }) => [
    `update application set scopes = array_remove(scopes, 'text.messaging.read') where id = $1`,
    id,
  ],
  'the advisor is deactivated': (_application, { id }) => [
    'update advisor set active = false where id = $1',
    id,
  ],
  'the application is disabled': ({ id }) => ['update application set active = false where id = $1', id],
}

/** Texts of the advisor that carriers took, whatever became of rights: twenty a second. */
function keepWriting(advisorId: number): { stop(): Promise<void> } {
  const state = { isStopped: false }
  const write = async (): Promise<void> => {
    for (let number = 1; !state.isStopped; number += 1) {
      const text = { advisorIds: [advisorId], conversations: 7, messageIds: [number] }
      await writeSubmitted(setting.server.database, text)
      await sleep(50)
    }
  }
  const writing = write()
  return {
    stop: () => {
      state.isStopped = true
      return writing
    },
  }
}

/** What left after the grace: nothing of texts must. */
async function leaksAfter(act: (typeof acts)[string]) {
  const application = await setting.server.addApplication()
  const endpoint = await setting.createEndpoint(application, { types: ['message.*'] })
  const advisor = await application.welcome()
  const stream = await openEventStreamOf(setting.server.url, application.headers, '?types=message.*')
  const writing = keepWriting(advisor.id)
  try {
    await until(() => endpoint.arrived().length > 20 && stream.events.length > 20)
    const [text, value] = act(application, advisor)
    await setting.server.database.query(text, [value])
    await sleep(graceMs)
    const before = { webhook: endpoint.arrived().length, stream: stream.events.length }
    // What is parked becomes due.
    setting.clock.aheadMs = 10_000
    await sleep(2_500)
    const { status, page } = await application.read({ limit: 200, types: 'message.*' })
    return {
      webhook: endpoint.arrived().length - before.webhook,
      stream: stream.events.length - before.stream,
      page: status === 200 ? page.data.length : 0,
    }
  } finally {
    stream.close()
    await writing.stop()
  }
}

it('nothing leaves five seconds after a grant, a scope, an advisor or an application ends', async () => {
  // Some are under way for a while, some fail and are parked.
  setting.receiver.answer = ({ event }, response) => {
    const status = event.subject.id % 20 === 0 ? 500 : 204
    setTimeout(() => response.writeHead(status).end(), event.subject.id % 5 === 0 ? 400 : 0)
  }
  setting.deliver()
  const leaks = await Promise.all(
    Object.entries(acts).map(async ([name, act]) => [name, await leaksAfter(act)] as const),
  )
  const none = { webhook: 0, stream: 0, page: 0 }
  expect(Object.fromEntries(leaks)).toEqual(Object.fromEntries(Object.keys(acts).map(name => [name, none])))
})
