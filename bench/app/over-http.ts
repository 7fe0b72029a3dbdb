// The app's requests without a browser, one call at a time.
import { createHash } from 'node:crypto'
import { appBase } from '@parley/contract'
import { createApp } from '../../packages/server/src/app.ts'
import { startSession } from '../../packages/server/src/identity/sessions/start-session.ts'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import { createLogger } from '../../packages/server/src/platform/telemetry/logger.ts'
import { readNews, readReached } from '../../packages/server/src/sealing/index.ts'
import { sequenceEntries } from '../../packages/server/src/sealing/sequence/sequence-entries.ts'
import { LogTree } from '../../packages/server/src/sealing/tree/log-tree.ts'
import { readReadings } from '../../packages/server/src/texting/conversations/read-readings.ts'
import { freePort } from '../../packages/server/test/processes/free-port.ts'
import type { Book } from '../addressbook/samples.ts'
import { type Figure, summarise } from './figure.ts'
import { type Loaded, neverTexted } from './load.ts'

interface Asked {
  readonly database: Database
  readonly sealer: Database
  readonly loaded: Loaded
  readonly book: Book
  readonly repetitions: number
}

export async function measureOverHttp({
  database,
  sealer,
  loaded,
  book,
  repetitions,
}: Asked): Promise<Figure[]> {
  const { large, few, others } = loaded
  const port = await freePort()
  const publicOrigin = `http://127.0.0.1:${port}`
  const app = await createApp({
    config: {
      cell: 1,
      environment: 'sandbox',
      publicOrigin,
      trustedProxies: [],
      secretKey: createHash('sha256').update('bench').digest(),
      formerSecretKeys: [],
      redisUrl: undefined,
      outsideIssuer: undefined,
      outsideJwksUrl: undefined,
      outsideAudience: undefined,
      outsideClaims: { advisor: 'sub', client: 'client_id', scope: 'scope' },
      webhookNetworks: [],
    },
    database,
    log: createLogger('silent'),
    metrics: { render: async () => '' },
  })
  // A session may send fifty requests a second; the bench sends as fast as it can.
  const identify = app.sessionGuard.identifyAccount.bind(app.sessionGuard)
  const sessions = new Map<string, Awaited<ReturnType<typeof identify>>>()
  app.sessionGuard.identifyAccount = async (request, operation) => {
    const cookie = request.headers.cookie ?? ''
    const session = sessions.get(cookie) ?? (await identify(request, operation))
    sessions.set(cookie, session)
    return session
  }
  await app.listen({ host: '127.0.0.1', port })

  const cookies = new Map<number, string>()
  for (const advisorId of [large, few]) {
    cookies.set(advisorId, `parley_app=${(await startSession(database, { personId: advisorId })).token}`)
  }
  const get = async (advisorId: number, path: string): Promise<Record<string, never>> => {
    const answer = await fetch(`${publicOrigin}${appBase}${path}`, {
      headers: { cookie: cookies.get(advisorId) ?? '' },
    })
    if (answer.status !== 200) throw new Error(`${path} returned ${answer.status}`)
    return (await answer.json()) as Record<string, never>
  }
  /** Cursor after this many pages, as reached by scrolling. */
  const cursorAfter = async (pages: number): Promise<string> => {
    let cursor = String(Number.MAX_SAFE_INTEGER)
    for (let page = 0; page < pages; page += 1) {
      const next = (await get(large, `/conversations?limit=200&cursor=${cursor}`)) as {
        nextCursor?: string
      }
      if (next.nextCursor === undefined) break
      cursor = next.nextCursor
    }
    return cursor
  }

  const figures: Figure[] = []
  const add = async (name: string, act: () => Promise<unknown>, times = repetitions): Promise<void> => {
    for (let warm = 0; warm < Math.min(10, times); warm += 1) await act()
    const taken: number[] = []
    for (let time = 0; time < times; time += 1) {
      const start = performance.now()
      await act()
      taken.push(performance.now() - start)
    }
    figures.push(summarise(name, taken))
  }
  const inbox = (what: string, query: string, advisorId = large, times?: number) =>
    add(`inbox, ${what}`, () => get(advisorId, `/conversations?${query}`), times)

  const fewer = Math.min(50, repetitions)
  const { email } = book.contacts.find(contact => contact.email !== null) ?? {}
  await inbox('first page', '')
  await inbox('after 5,000 conversations', `cursor=${await cursorAfter(25)}`)
  await inbox('after 9,800 conversations', `cursor=${await cursorAfter(49)}`, large, fewer)
  await inbox('first page, 40 people with 80,000 texts', '', few)
  await inbox('unread', 'filter=unread')
  await inbox('awaiting consent', 'filter=awaiting_consent')
  await inbox('failed', 'filter=failed')
  await inbox('search, one of the book', `search=${encodeURIComponent(email ?? '')}`)
  await inbox('search, a name that many have', 'search=smith')
  await inbox('search, a name that many have, nobody texted', `search=${neverTexted.name}`, large, fewer)
  await inbox('search, two letters, nobody texted', `search=${neverTexted.letters}`, large, fewer)
  await inbox('search, two letters, nobody', 'search=qx', large, fewer)
  const [first] = (
    (await get(large, '/conversations?limit=1')) as unknown as { data: { memberId: number }[] }
  ).data
  await add('conversation', () => get(large, `/conversations/${first?.memberId}`))
  await add('thread, newest fifty', () => get(large, `/conversations/${first?.memberId}/thread`))
  await add('me', () => get(large, '/me'))
  await add('contacts, first page with consent', () => get(large, '/contacts'))
  await sequenceEntries(sealer, new LogTree())
  const since = new Date(Date.now() - 2_000)
  for (const count of [1, 100, 1_000]) {
    const reached = await readReached(database, others.slice(0, count))
    const listening = reached.map(({ advisorId, seq }) => ({ advisorId, since, afterSeq: seq }))
    await add(`live updates, one look for ${listening.length} advisors`, async () => {
      await readNews(database, listening, 500)
      await readReadings(database, listening)
    })
  }
  await app.close()
  return figures
}
