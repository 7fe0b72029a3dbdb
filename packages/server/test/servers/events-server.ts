// The whole api with a sealer, and readers of events: advisors' tokens and application tokens.
import { randomUUID } from 'node:crypto'
import type { EventPage, ParleyEvent } from '@parley/contract'
import { createApp } from '../../src/app.ts'
import { receiveText } from '../../src/delivery/replies/receive-text.ts'
import { createPool, type Database } from '../../src/platform/db/pool.ts'
import { createLogger, type Logger } from '../../src/platform/telemetry/logger.ts'
import { runSealer } from '../../src/sealing/index.ts'
import { createTestDatabase } from '../database/database.ts'
import { createTokenIssuer } from '../people/access-tokens.ts'
import {
  createAdvisor,
  createApiKey,
  createApplication,
  grantAccess,
  type TestAdvisor,
  type TestApplication,
} from '../people/people.ts'
import { guardSettings } from './guard.ts'
import { listen, testOrigin } from './http.ts'
import { prepare, testCarrier } from './texting-server.ts'

interface EventsAnswer {
  readonly status: number
  readonly text: string
  readonly page: Omit<EventPage, 'data'> & {
    readonly data: readonly { cursor: string; event: ParleyEvent }[]
  }
  readonly problem: { readonly code: string; readonly details?: { readonly reason?: string } }
}

type Query = Readonly<Record<string, string | number>>

interface EventsClient {
  readonly headers: Readonly<Record<string, string>>
  readonly read: (query?: Query, init?: RequestInit) => Promise<EventsAnswer>
  /** All events up to now, page by page. */
  readonly readAll: (query?: Query) => Promise<ParleyEvent[]>
  readonly call: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ status: number; body: Record<string, unknown> }>
}

interface EventsAdvisor extends EventsClient, TestAdvisor {
  readonly grantId: string
  readonly reply: (phone: string, text: string) => Promise<unknown>
}

export interface EventsApplication extends EventsClient, TestApplication {
  /** An advisor who allows the application. */
  readonly welcome: (options?: {
    scopes?: readonly string[]
    advisor?: TestAdvisor
  }) => Promise<EventsAdvisor>
}

export interface EventsServer {
  readonly database: Database
  readonly owner: Database
  readonly url: string
  readonly databaseUrl: string
  readonly addApplication: (scopes?: readonly string[]) => Promise<EventsApplication>
  /** Resolves when everything that is committed now is in the log. */
  readonly sealed: () => Promise<void>
  readonly close: () => Promise<void>
}

const everyScope = [
  'text.messaging.read',
  'text.messaging.write',
  'core.contacts.read',
  'core.contacts.write',
]

interface Options {
  readonly connections?: number
  /** False: nothing is added to the log. */
  readonly isSealing?: boolean
  readonly logDirectory?: string
  readonly log?: Logger
}

export async function startEvents(options: Options = {}): Promise<EventsServer> {
  const { connections = 8, isSealing = true, logDirectory, log = createLogger('silent') } = options
  const { database, owner, sealer, url: databaseUrl, drop } = await createTestDatabase()
  const sealing = isSealing ? runSealer({ database: sealer, log: createLogger('silent') }) : undefined
  const pool = createPool({
    url: databaseUrl,
    size: connections,
    applicationName: 'test',
    connectTimeoutMs: 10_000,
  })
  const app = await createApp({
    config: {
      ...guardSettings,
      cell: 1,
      trustedProxies: [],
      secretKey: Buffer.alloc(32, 1),
      ...(logDirectory !== undefined && { logDirectory }),
    },
    database: pool,
    log,
    metrics: { render: async () => '' },
  })
  const { url } = await listen(app)
  const issuer = await createTokenIssuer(database)
  const sign = async (claims: Record<string, unknown>): Promise<string> => {
    const nowSeconds = Math.floor(Date.now() / 1000)
    return issuer.sign({
      iss: testOrigin,
      aud: `${testOrigin}/v1`,
      cell: 1,
      jti: randomUUID(),
      iat: nowSeconds,
      exp: nowSeconds + 900,
      ...claims,
    })
  }

  const addApplication: EventsServer['addApplication'] = async (
    scopes = [...everyScope, 'events.read', 'events.manage'],
  ) => {
    const application = await createApplication(database, scopes)
    const { apiKey } = await createApiKey(database, application.id)
    const token = await sign({
      sub: application.clientId,
      client_id: application.clientId,
      scope: 'events.read events.manage',
    })
    const headersFor = (bearer: string) => ({ authorization: `Bearer ${bearer}`, 'x-api-key': apiKey })
    return {
      ...application,
      ...clientOf(url, headersFor(token)),
      welcome: async ({ scopes: allowed = everyScope, advisor: known } = {}) => {
        const advisor = known ?? (await createAdvisor(database))
        const number = await prepare(database, advisor.id, advisor.firmId, { isConsentRequired: false })
        const grantId = await grantAccess(database, advisor.id, application.id, { scopes: allowed })
        const bearer = await sign({
          sub: advisor.identifier,
          client_id: application.clientId,
          scope: allowed.join(' '),
          advisor_id: advisor.id,
          firm_id: advisor.firmId,
          gid: grantId,
        })
        return {
          ...advisor,
          grantId,
          ...clientOf(url, headersFor(bearer)),
          reply: (phone, text) =>
            receiveText(pool, testCarrier, {
              from: phone,
              to: number,
              text,
              carrierMessageId: randomUUID(),
              sentAt: new Date(),
            }),
        }
      },
    }
  }

  return {
    database,
    owner,
    url,
    databaseUrl,
    addApplication,
    sealed: async () => {
      for (;;) {
        const { rows } = await database.query<{ isSealed: boolean }>(
          'select (select count(*) from journal) <= (select size from log_head) as "isSealed"',
        )
        if (rows[0]?.isSealed) return
        await new Promise(resolve => setTimeout(resolve, 20))
      }
    },
    close: async () => {
      await app.close()
      await sealing?.stop()
      await pool.end()
      await drop()
    },
  }
}

function clientOf(url: string, headers: Readonly<Record<string, string>>): EventsClient {
  const read: EventsClient['read'] = async (query = {}, init = {}) => {
    const text = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const answer = await fetch(`${url}/v1/events?${text.toString()}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    })
    const body = await answer.text()
    const parsed = JSON.parse(body) as EventsAnswer['page'] & EventsAnswer['problem']
    return { status: answer.status, text: body, page: parsed, problem: parsed }
  }
  return {
    headers,
    read,
    readAll: async (query = {}) => {
      const events: ParleyEvent[] = []
      let after: string | undefined
      for (;;) {
        const { page, status, text } = await read({
          limit: 200,
          ...query,
          ...(after !== undefined && { after }),
        })
        if (status !== 200) throw new Error(text)
        events.push(...page.data.map(({ event }) => event))
        if (!page.hasMore) return events
        after = page.cursor
      }
    },
    call: async (method, path, body) => {
      const answer = await fetch(`${url}/v1${path}`, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
    },
  }
}
