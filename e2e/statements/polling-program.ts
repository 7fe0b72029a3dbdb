// Prints when the SDK polls for a reply that never comes, where it cannot wait on events.
import { mock } from 'node:test'
import type * as Sdk from '../../packages/sdk/src/index.ts'

const built = new URL('../../packages/sdk/dist/index.js', import.meta.url)
const { Parley } = (await import(built.href)) as typeof Sdk

mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_800_000_000_000 })
const askedAt = Date.now()
const polls: number[] = []
const parley = new Parley({
  baseUrl: 'http://127.0.0.1:1/v1',
  apiKey: 'none',
  accessToken: 'none',
  fetch: async input => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    if (pathname.startsWith('/v1/events')) return Response.json({ code: 'forbidden' }, { status: 403 })
    polls.push(Date.now() - askedAt)
    return Response.json({ memberId: 1, state: 'pending', lastChanged: askedAt, lastRequested: askedAt })
  },
})
const ended: string[] = []
const waiting = parley.waitForConsent('+12025550123').then(({ outcome }) => ended.push(outcome))
while (ended.length === 0) {
  // A real turn of the event loop, in which the SDK handles a response and sets its next timer.
  await new Promise(resolve => setImmediate(resolve))
  mock.timers.tick(1_000)
}
await waiting
process.stdout.write(JSON.stringify({ polls, outcome: ended[0] }))
