// An address book behind the real guard, over HTTP, with clients that each act for their own advisor.
import { RememberedTotals } from '../../src/addressbook/index.ts'
import { serveAddressBook } from '../../src/addressbook/serve.ts'
import { createPool, type Database } from '../../src/platform/db/pool.ts'
import { followNewPhones } from '../../src/texting/number-changes/follow-new-phones.ts'
import { createTestDatabase } from '../database/database.ts'
import { createTokenIssuer, createVisitor, type Visitor } from '../people/access-tokens.ts'
import { grantAccess } from '../people/people.ts'
import { createTestGuard } from './guard.ts'
import { createTestServer, listen, testOrigin } from './http.ts'

export interface BookAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Aborts the request. */
  readonly signal?: AbortSignal
  /** Address of another server on the same database. */
  readonly address?: string
}

export interface BookClient {
  readonly advisorId: number
  readonly applicationId: number
  readonly visitor: Pick<Visitor, 'advisor' | 'application' | 'apiKey' | 'claims'>
  /** Paths are relative to /v1/core/contact. */
  readonly call: (method: Method, path: string, body?: object, options?: CallOptions) => Promise<BookAnswer>
  /** Creates a contact or group, which must succeed, and returns its id. */
  readonly create: (path: '/contacts' | '/groups', body: object) => Promise<number>
  readonly contact: (id: number) => Promise<Record<string, unknown>>
}

export interface AddressBookServer {
  readonly database: Database
  readonly owner: Database
  readonly databaseUrl: string
  /** An advisor, and an application that acts for them. */
  readonly welcome: () => Promise<BookClient>
  /** The application of one acts for the advisor of the other. */
  readonly introduce: (application: BookClient, advisor: BookClient) => Promise<BookClient>
  readonly close: () => Promise<void>
}

interface Options {
  /** Database connections of each instance. */
  readonly connections?: number
  readonly statementTimeoutMs?: number
  /** Number of servers on one database, each with its own pool. Calls alternate between them. */
  readonly instances?: number
}

export async function startAddressBook({
  connections = 4,
  instances = 1,
  ...timeouts
}: Options = {}): Promise<AddressBookServer> {
  const { database, owner, url, drop } = await createTestDatabase()
  const guard = createTestGuard(database)
  const servers = await Promise.all(
    Array.from({ length: instances }, async () => {
      const pool = createPool({
        url,
        size: connections,
        applicationName: 'test',
        connectTimeoutMs: 10_000,
        ...timeouts,
      })
      const app = createTestServer({ guard })
      serveAddressBook(app, {
        database: pool,
        followPhones: followNewPhones,
        totals: new RememberedTotals(),
      })
      return { pool, app, address: (await listen(app)).url }
    }),
  )
  const issuer = await createTokenIssuer(database)
  let turn = 0
  const nextAddress = (): string => servers[turn++ % instances]?.address ?? ''
  return {
    database,
    owner,
    databaseUrl: url,
    welcome: async () => {
      const visitor = await createVisitor(database, testOrigin)
      const credentials = {
        authorization: `Bearer ${await issuer.sign(visitor.claims())}`,
        'x-api-key': visitor.apiKey,
      }
      return clientOf(nextAddress, credentials, visitor)
    },
    introduce: async ({ visitor: { application, apiKey, claims } }, { visitor: { advisor } }) => {
      const grantId = await grantAccess(database, advisor.id, application.id)
      const changed = {
        sub: advisor.identifier,
        advisor_id: advisor.id,
        firm_id: advisor.firmId,
        gid: grantId,
      }
      const credentials = {
        authorization: `Bearer ${await issuer.sign(claims(changed))}`,
        'x-api-key': apiKey,
      }
      return clientOf(nextAddress, credentials, { advisor, application, apiKey, claims })
    },
    close: async () => {
      // fetch reconnects after an aborted call, and a stop waits for an idle connection.
      for (const { app } of servers) app.server.closeAllConnections()
      await Promise.all(servers.map(({ app }) => app.close()))
      await guard.close()
      await Promise.all(servers.map(({ pool }) => pool.end()))
      await drop()
    },
  }
}

function clientOf(
  nextAddress: () => string,
  credentials: Record<string, string>,
  visitor: BookClient['visitor'],
): BookClient {
  const call: BookClient['call'] = async (method, path, body, options = {}) => {
    const { headers, signal, address = nextAddress() } = options
    const answer = await fetch(`${address}/v1/core/contact${path}`, {
      method,
      headers: { ...credentials, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    }
  }
  return {
    advisorId: visitor.advisor.id,
    applicationId: visitor.application.id,
    visitor,
    call,
    create: async (path, body) => {
      const answer = await call('POST', path, body)
      if (answer.status !== 200) throw new Error(`POST ${path}: ${answer.status} ${answer.body}`)
      return (JSON.parse(answer.body) as { id: number }).id
    },
    contact: async id => {
      const answer = await call('GET', `/contacts/${id}`)
      if (answer.status !== 200) throw new Error(`GET contact: ${answer.status} ${answer.body}`)
      return JSON.parse(answer.body) as Record<string, unknown>
    },
  }
}
