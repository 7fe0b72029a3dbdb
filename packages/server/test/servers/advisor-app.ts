// The whole api, and advisors who are signed in to the advisor app.
import { randomBytes } from 'node:crypto'
import { type AppOperation, appBase, type Operation, type Problem } from '@parley/contract'
import type { Static, TSchema } from 'typebox'
import { expect } from 'vitest'
import { createApp } from '../../src/app.ts'
import { receiveText } from '../../src/delivery/replies/receive-text.ts'
import type { ReceivedText } from '../../src/delivery/replies/received-text.ts'
import type { SecretKeys } from '../../src/identity/index.ts'
import { startSession } from '../../src/identity/sessions/start-session.ts'
import { createPool, type Database } from '../../src/platform/db/pool.ts'
import type { HttpServer } from '../../src/platform/http/server.ts'
import { createLogger } from '../../src/platform/telemetry/logger.ts'
import { runSealer } from '../../src/sealing/index.ts'
import { createTestDatabase } from '../database/database.ts'
import { checkOf } from '../http/schema-check.ts'
import { createSecretKeys } from '../people/create-secret-keys.ts'
import { createAdvisor } from '../people/people.ts'
import { freePort } from '../processes/free-port.ts'
import { guardSettings } from './guard.ts'
import { prepare, type TextingOptions, testCarrier } from './texting-server.ts'

type Part<O, Key extends string> =
  O extends Record<Key, infer Schema extends TSchema> ? Static<Schema> : undefined

export interface AppAnswer<Result> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body. It has the contract's type only for status 200. */
  readonly body: Result
  readonly problem: Problem
}

interface CallOptions {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Index of the process to call. */
  readonly at?: number
}

export interface AppClient {
  readonly advisorId: number
  readonly firmId: number
  /** The advisor's texting number. */
  readonly number: string
  readonly cookie: string
  readonly call: <const O extends AppOperation | Operation>(
    operation: O,
    options?: CallOptions,
  ) => Promise<AppAnswer<Part<O, 'result'>>>
  /** Like call, but must succeed. */
  readonly ok: <const O extends AppOperation | Operation>(
    operation: O,
    options?: CallOptions,
  ) => Promise<Part<O, 'result'>>
  /** A reply from this phone to the advisor's number. */
  readonly reply: (phone: string, text: string) => Promise<ReceivedText>
}

export interface AdvisorApp {
  readonly database: Database
  readonly owner: Database
  readonly sealer: Database
  readonly databaseUrl: string
  readonly apps: readonly HttpServer[]
  /** Origin of the first process. */
  readonly origin: string
  readonly origins: readonly string[]
  readonly secretKeys: SecretKeys
  readonly welcome: (options?: TextingOptions) => Promise<AppClient>
  /** Signs a person in, or an advisor again. */
  readonly signIn: (personId: number) => Promise<Pick<AppClient, 'cookie' | 'call' | 'ok'>>
  readonly close: () => Promise<void>
}

interface Options {
  readonly instances?: number
  readonly connections?: number
  readonly environment?: 'sandbox' | 'production'
  readonly appFiles?: string
  /** Browsers allow passkeys at localhost, but not at an IP address. */
  readonly host?: '127.0.0.1' | 'localhost'
  /** Folder of the published log. Its sealer is the test's own. */
  readonly logDirectory?: string
  /** Whether mail is sent. The worker that sends it is the test's own. */
  readonly mailUrl?: string
}

export async function startAdvisorApp({
  instances = 1,
  connections = 6,
  environment = 'sandbox',
  appFiles,
  host = '127.0.0.1',
  logDirectory,
  mailUrl,
}: Options = {}): Promise<AdvisorApp> {
  const { database, owner, sealer, url: databaseUrl, drop } = await createTestDatabase()
  const sealing =
    logDirectory === undefined ? runSealer({ database: sealer, log: createLogger('silent') }) : undefined
  const secretKeys = createSecretKeys()
  const started = await Promise.all(
    Array.from({ length: instances }, async () => {
      const port = await freePort()
      const pool = createPool({
        url: databaseUrl,
        size: connections,
        applicationName: 'test',
        connectTimeoutMs: 10_000,
      })
      const origin = `http://${host}:${port}`
      const app = await createApp({
        config: {
          ...guardSettings,
          environment,
          publicOrigin: origin,
          cell: 1,
          trustedProxies: [],
          ...secretKeys,
          ...(logDirectory !== undefined && { logDirectory }),
          ...(mailUrl !== undefined && { mailUrl }),
        },
        database: pool,
        log: createLogger('silent'),
        metrics: { render: async () => '' },
        ...(appFiles !== undefined && { appFiles }),
      })
      await app.listen({ host, port })
      return { app, pool, origin }
    }),
  )
  const origins = started.map(({ origin }) => origin)
  const clientOf = (cookie: string): Pick<AppClient, 'cookie' | 'call' | 'ok'> => {
    const call: AppClient['call'] = (operation, { at = 0, ...options } = {}) =>
      callApp(origins[at] ?? '', cookie, operation, options)
    return {
      cookie,
      call,
      ok: async (operation, options) => {
        const answer = await call(operation, options)
        expect([200, 204], answer.text).toContain(answer.status)
        return answer.body
      },
    }
  }
  const signIn: AdvisorApp['signIn'] = async personId => {
    const { token } = await startSession(database, { personId })
    return clientOf(`parley_app=${token}`)
  }
  return {
    database,
    owner,
    sealer,
    databaseUrl,
    apps: started.map(({ app }) => app),
    origin: origins[0] ?? '',
    origins,
    secretKeys,
    signIn,
    welcome: async options => {
      const { id: advisorId, firmId } = await createAdvisor(database)
      const number = await prepare(database, advisorId, firmId, options)
      return {
        advisorId,
        firmId,
        number,
        ...(await signIn(advisorId)),
        reply: (phone, text) =>
          receiveText(database, testCarrier, {
            from: phone,
            to: number,
            text,
            carrierMessageId: randomBytes(8).toString('hex'),
            sentAt: new Date(),
          }),
      }
    },
    close: async () => {
      await Promise.all(started.map(({ app }) => app.close()))
      await Promise.all(started.map(({ pool }) => pool.end()))
      await sealing?.stop()
      await drop()
    },
  }
}

/** Calls an operation like a page of the app. */
export async function callApp<const O extends AppOperation | Operation>(
  origin: string,
  cookie: string | undefined,
  operation: O,
  { params = {}, query = {}, body, headers = {} }: CallOptions = {},
): Promise<AppAnswer<Part<O, 'result'>>> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const isFile = typeof body === 'string' || Buffer.isBuffer(body)
  const answer = await fetch(`${origin}${appBase}${path}?${search.toString()}`, {
    method: operation.method,
    headers: {
      ...(cookie !== undefined && { cookie }),
      'sec-fetch-site': 'same-origin',
      ...(body !== undefined && { 'content-type': isFile ? 'text/csv' : 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    redirect: 'manual',
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.split(';')[0]?.endsWith('json') ?? false
  const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : undefined
  if (answer.status === 200 && operation.result) expect(checkOf(operation.result)(parsed), text).toEqual([])
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: parsed as Part<O, 'result'>,
    problem: parsed as Problem,
  }
}
