// The authorization server with its pages, people who can sign in, and a minimal browser.
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { scopes } from '@parley/contract'
import type { DestinationStream } from 'pino'
import { addApplication } from '../../src/identity/applications/add-application.ts'
import { createAuthorizationServer } from '../../src/identity/authorization/create-authorization-server.ts'
import type { SecretKeys } from '../../src/identity/index.ts'
import { addAdvisor } from '../../src/identity/people/add-advisor.ts'
import { addFirm } from '../../src/identity/people/add-firm.ts'
import { errorPage } from '../../src/identity/sign-in/pages/error-page.ts'
import { serveSignIn } from '../../src/identity/sign-in/serve-sign-in.ts'
import type { Database } from '../../src/platform/db/pool.ts'
import { closedGuard } from '../../src/platform/http/guard.ts'
import { createHttpServer, type HttpServer } from '../../src/platform/http/server.ts'
import { createLogger } from '../../src/platform/telemetry/logger.ts'
import { createSecretKeys } from '../people/create-secret-keys.ts'

export const password = 'correct horse battery staple'

interface Options {
  readonly database: Database
  readonly secretKeys?: SecretKeys
  /** Default: an unreachable origin, for tests that inject requests. */
  readonly origin?: string
  readonly logTo?: DestinationStream
}

export interface SignInServer {
  readonly app: HttpServer
  readonly origin: string
  readonly secretKeys: SecretKeys
}

/** Not listening yet. */
export async function createSignInServer(options: Options): Promise<SignInServer> {
  const { database, secretKeys = createSecretKeys(), origin = 'http://localhost:8080', logTo } = options
  const config = { publicOrigin: origin, environment: 'sandbox', cell: 1, ...secretKeys } as const
  const log = createLogger(logTo ? 'trace' : 'silent', logTo)
  const app = createHttpServer({ log, origin, guard: closedGuard })
  const authorization = await createAuthorizationServer({ database, config, log, renderError: errorPage })
  authorization.mount(app)
  serveSignIn(app, { authorization, database, log, config })
  return { app, origin, secretKeys }
}

/** Listening at localhost, where browsers allow passkeys. */
export async function startSignInServer(options: Options): Promise<SignInServer> {
  const probe = createServer().listen(0, 'localhost')
  await new Promise(resolve => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise(resolve => probe.close(resolve))
  const server = await createSignInServer({ ...options, origin: `http://localhost:${port}` })
  await server.app.listen({ host: 'localhost', port })
  return server
}

interface Person {
  readonly identifier?: string
  readonly name?: string
  readonly firmName?: string
  readonly password?: string | undefined
}

export async function addPerson(database: Database, person: Person = {}) {
  const { identifier = `advisor-${randomBytes(4).toString('hex')}` } = person
  const firm = await addFirm(database, { name: person.firmName ?? 'Northwind Wealth' })
  const advisor = await addAdvisor(database, {
    firmId: firm.id,
    identifier,
    name: person.name ?? 'Avery Stone',
    email: `${identifier}@northwind.example`,
    timeZone: 'America/New_York',
    password: 'password' in person ? person.password : password,
  })
  return { ...advisor, firmId: firm.id }
}

interface Partner {
  readonly name?: string
  readonly redirectUri?: string
}

/** An application that may ask for everything. */
export async function addPartner(database: Database, partner: Partner = {}) {
  const { name = 'Meridian CRM', redirectUri = 'https://crm.meridian.example/callback' } = partner
  const { application } = await addApplication(database, 'sandbox', {
    name,
    redirectUris: [redirectUri],
    scopes: Object.keys(scopes),
    grantTypes: [],
  })
  return { clientId: application.clientId, redirectUri }
}

export function authorizationPath(
  partner: { readonly clientId: string; readonly redirectUri: string },
  changed: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: partner.clientId,
    redirect_uri: partner.redirectUri,
    code_challenge: createHash('sha256').update('a verifier').digest('base64url'),
    code_challenge_method: 'S256',
    state: 'the state',
    scope: Object.keys(scopes).join(' '),
    ...changed,
  })
  return `/oauth/auth?${query.toString()}`
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  /** Path of the request. */
  readonly path: string
  readonly location: string | undefined
}

/** Keeps cookies, follows redirects within the server and fills in forms. The server need not listen. */
export class FormBrowser {
  readonly #app: Pick<HttpServer, 'inject'>
  readonly #cookies: Map<string, string>
  readonly #remoteAddress: string

  constructor(
    { app }: { readonly app: Pick<HttpServer, 'inject'> },
    remoteAddress = '192.0.2.1',
    cookies = new Map<string, string>(),
  ) {
    this.#cookies = cookies
    this.#app = app
    this.#remoteAddress = remoteAddress
  }

  /** The same browser, with its cookies, at other servers. */
  at(servers: { readonly app: Pick<HttpServer, 'inject'> }): FormBrowser {
    return new FormBrowser(servers, this.#remoteAddress, this.#cookies)
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  async open(path: string): Promise<Answer> {
    return this.follow(await this.send('GET', path))
  }

  /** Follows redirects as long as they stay on the server. */
  async follow(answer: Answer): Promise<Answer> {
    const { location } = answer
    if (location === undefined) return answer
    const { host, pathname, search } = new URL(location, 'http://localhost:8080')
    if (host !== 'localhost:8080') return answer
    return this.follow(await this.send('GET', `${pathname}${search}`))
  }

  /** Fills in the form of a page and submits it, without following redirects. */
  async submit(page: Answer, action: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const [address = ''] = /^\/oauth\/interaction\/[\w-]+/.exec(page.path) ?? []
    return this.post(`${address}/${action}`, { token: tokenOf(page), ...fields })
  }

  async post(
    path: string,
    fields: Readonly<Record<string, string>> | string,
    type?: string,
  ): Promise<Answer> {
    const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()
    return this.send('POST', path, { 'content-type': type ?? 'application/x-www-form-urlencoded' }, body)
  }

  async send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: string,
  ): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await this.#app.inject({
      method,
      url: path,
      headers: { ...headers, cookie },
      remoteAddress: this.#remoteAddress,
      ...(body !== undefined && { payload: body }),
    })
    for (const { name, value } of answer.cookies) {
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body,
      path: path.split('?')[0] ?? path,
      location: answer.headers.location,
    }
  }
}

export const tokenOf = ({ body }: Answer): string => /name="token" value="([\w-]+)"/.exec(body)?.[1] ?? ''
