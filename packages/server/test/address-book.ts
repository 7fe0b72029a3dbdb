// An address book behind the real guard, over HTTP, and clients that act for advisors of their own.
import { serveAddressBook } from '../src/addressbook/index.ts'
import { createPool, type Database } from '../src/db/pool.ts'
import { createTokenIssuer, createVisitor } from './access-tokens.ts'
import { createTestDatabase } from './database.ts'
import { createTestGuard } from './guard.ts'
import { createTestServer, listen, testOrigin } from './http.ts'

interface BookAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface BookClient {
  readonly advisorId: number
  readonly applicationId: number
  /** Paths are relative to /v1/core/contact. */
  readonly call: (method: Method, path: string, body?: object) => Promise<BookAnswer>
  /** Creates a contact or group, which must succeed, and answers its id. */
  readonly create: (path: '/contacts' | '/groups', body: object) => Promise<number>
  readonly contact: (id: number) => Promise<Record<string, unknown>>
}

export interface AddressBookServer {
  readonly database: Database
  readonly owner: Database
  /** An advisor, and an application that acts for them. */
  readonly welcome: () => Promise<BookClient>
  readonly close: () => Promise<void>
}

export async function startAddressBook({ connections = 4 } = {}): Promise<AddressBookServer> {
  const { database, owner, url, drop } = await createTestDatabase()
  const pool = createPool({ url, size: connections, applicationName: 'test', connectTimeoutMs: 10_000 })
  const guard = createTestGuard(database)
  const app = createTestServer({ guard })
  serveAddressBook(app, { database: pool })
  const server = await listen(app)
  const issuer = await createTokenIssuer(database)
  return {
    database,
    owner,
    welcome: async () => {
      const visitor = await createVisitor(database, testOrigin)
      const credentials = {
        authorization: `Bearer ${await issuer.sign(visitor.claims())}`,
        'x-api-key': visitor.apiKey,
      }
      return clientOf(server.url, credentials, visitor.advisor.id, visitor.application.id)
    },
    close: async () => {
      await app.close()
      await guard.close()
      await pool.end()
      await drop()
    },
  }
}

function clientOf(
  url: string,
  credentials: Record<string, string>,
  advisorId: number,
  applicationId: number,
): BookClient {
  const call: BookClient['call'] = async (method, path, body) => {
    const answer = await fetch(`${url}/v1/core/contact${path}`, {
      method,
      headers: { ...credentials, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    }
  }
  return {
    advisorId,
    applicationId,
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
