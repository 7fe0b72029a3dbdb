// A listening authorization server, the advisor's browser and the partner's program, for tests of OAuth.
import { createHash, randomBytes } from 'node:crypto'
import { scopes } from '@parley/contract'
import type { InteractionResults } from 'oidc-provider'
import type { DestinationStream } from 'pino'
import { allowApplication } from '../../src/identity/authorization/allow-application.ts'
import {
  type AuthorizationServer,
  createAuthorizationServer,
} from '../../src/identity/authorization/create-authorization-server.ts'
import type { SecretKeys } from '../../src/identity/index.ts'
import { issueSecret } from '../../src/identity/secrets.ts'
import type { Database } from '../../src/platform/db/pool.ts'
import { closedGuard } from '../../src/platform/http/guard.ts'
import { createHttpServer, type HttpServer } from '../../src/platform/http/server.ts'
import { createLogger } from '../../src/platform/telemetry/logger.ts'
import { createSecretKeys } from '../people/create-secret-keys.ts'
import { createApplication, type TestApplication } from '../people/people.ts'
import { freePort } from '../processes/free-port.ts'

export const redirectUri = 'https://application.example/callback'
export const allScopes = Object.keys(scopes).join(' ')

interface Options {
  readonly database: Database
  readonly secretKeys?: SecretKeys
  readonly keysEveryMs?: number
  readonly logTo?: DestinationStream
}

export interface OAuthServer {
  readonly app: HttpServer
  readonly origin: string
  readonly secretKeys: SecretKeys
  readonly authorization: AuthorizationServer
  /** What the user of the pages does. */
  readonly person: { signsInAs: string; allows: boolean }
}

export async function startOAuthServer(options: Options): Promise<OAuthServer> {
  const { database, secretKeys = createSecretKeys(), keysEveryMs, logTo } = options
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const log = createLogger(logTo ? 'debug' : 'silent', logTo)
  const app = createHttpServer({ log, origin, guard: closedGuard })
  const authorization = await createAuthorizationServer({
    database,
    config: { publicOrigin: origin, environment: 'sandbox', cell: 1, ...secretKeys },
    log,
    renderError: ({ title, message, traceId }) => `<h1>${title}</h1><p>${message}</p><i>${traceId}</i>`,
    ...(keysEveryMs !== undefined && { keysEveryMs }),
  })
  authorization.mount(app)
  const person = { signsInAs: '', allows: true }
  answerInteractions(app, authorization, person)
  await app.listen({ host: '127.0.0.1', port })
  return { app, origin, secretKeys, authorization, person }
}

/** Completes interactions as the user of the pages would. */
function answerInteractions(
  app: HttpServer,
  authorization: AuthorizationServer,
  person: OAuthServer['person'],
): void {
  app.get('/oauth/interaction/:uid', async (request, reply) => {
    const { provider } = authorization
    const { prompt, params, session } = await provider.interactionDetails(request.raw, reply.raw)
    const finish = async (result: InteractionResults): Promise<unknown> =>
      reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
    if (prompt.name === 'login') {
      return finish({ login: { accountId: person.signsInAs } })
    }
    if (person.allows) {
      const grantId = await allowApplication(authorization, {
        identifier: session?.accountId ?? '',
        clientId: String(params['client_id']),
        scopes: String(params['scope']).split(' '),
      })
      return finish({ consent: { grantId } })
    }
    return finish({ error: 'access_denied' })
  })
}

export interface Partner extends TestApplication {
  readonly clientSecret: string
}

/** An application with a secret. */
export async function createPartner(database: Database, allowed?: readonly string[]): Promise<Partner> {
  const application = await createApplication(database, allowed)
  return { ...application, clientSecret: await addSecret(database, application.id) }
}

export async function addSecret(database: Database, applicationId: number): Promise<string> {
  const { secret, hash } = issueSecret('clientSecret', 'sandbox')
  await database.query('insert into client_secret (application_id, hash) values ($1, $2)', [
    applicationId,
    hash,
  ])
  return secret
}

export type Parameters = Record<string, string | undefined>

export const verifier = randomBytes(32).toString('base64url')
const challengeOf = (of: string): string => createHash('sha256').update(of).digest('base64url')

/** A documented authorization request, with some parameters changed or, if undefined, omitted. */
export function authorizationUrl(
  { origin }: OAuthServer,
  { clientId }: Partner,
  changed: Parameters = {},
): string {
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    state: randomBytes(16).toString('base64url'),
    scope: allScopes,
    ...changed,
  }
  return `${origin}/oauth/auth?${formOf(parameters).toString()}`
}

function formOf(parameters: Parameters): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) form.set(name, value)
  return form
}

export interface Visit {
  /** URL outside of the server that the browser was redirected to, if any. */
  readonly callback: URL | undefined
  readonly status: number
  readonly headers: Headers
  readonly body: string
  /** Status of each response on the way. */
  readonly statuses: readonly number[]
}

/** A browser with its cookies. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  readonly setCookies: string[] = []

  /** Opens an address and follows redirects as long as they stay on the server. */
  async visit(address: string): Promise<Visit> {
    const { origin } = new URL(address)
    const statuses: number[] = []
    for (let url = address; statuses.length < 12; ) {
      const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie, accept: 'text/html' } })
      statuses.push(answer.status)
      for (const line of answer.headers.getSetCookie()) this.#keep(line)
      const { status, headers } = answer
      const location = headers.get('location')
      const body = await answer.text()
      const callback = location === null ? undefined : new URL(location, url)
      if (callback?.origin !== origin) return { callback, status, headers, body, statuses }
      url = callback.href
    }
    throw new Error('Too many redirects')
  }

  #keep(line: string): void {
    this.setCookies.push(line)
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** Signs in, allows, and returns the code. */
export async function obtainCode(
  server: OAuthServer,
  partner: Partner,
  changed: Parameters = {},
): Promise<string> {
  const { callback, body } = await new TestBrowser().visit(authorizationUrl(server, partner, changed))
  const code = callback?.searchParams.get('code')
  if (!code) throw new Error(`No code was returned: ${callback?.href ?? body}`)
  return code
}

export interface TokenAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly access_token: string
    readonly refresh_token: string
    readonly id_token: string
    readonly token_type: string
    readonly expires_in: number
    readonly scope: string
    readonly error?: string
  }
}

export async function post(
  url: string,
  parameters: Parameters,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const answer = await fetch(url, { method: 'POST', body: formOf(parameters), headers })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text === '' ? {} : JSON.parse(text) }
}

export const exchange = (
  { origin }: OAuthServer,
  { clientId, clientSecret }: Partner,
  code: string,
  changed: Parameters = {},
): Promise<TokenAnswer> =>
  post(`${origin}/oauth/token`, {
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    client_secret: clientSecret,
    code_verifier: verifier,
    redirect_uri: redirectUri,
    ...changed,
  })

export const refresh = (
  { origin }: OAuthServer,
  { clientId, clientSecret }: Partner,
  refreshToken: string,
  changed: Parameters = {},
): Promise<TokenAnswer> =>
  post(`${origin}/oauth/token`, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    client_secret: clientSecret,
    ...changed,
  })

/** The whole flow, from the browser to the tokens. */
export async function obtainTokens(
  server: OAuthServer,
  partner: Partner,
  changed: Parameters = {},
): Promise<TokenAnswer['body']> {
  const answer = await exchange(server, partner, await obtainCode(server, partner, changed))
  if (answer.status !== 200) throw new Error(`No tokens were returned: ${answer.body.error}`)
  return answer.body
}
