// What the OAuth scenarios share: the demo application and its authorization requests.
import { createHash, randomBytes } from 'node:crypto'
import { FormBrowser, type Person, type Visit } from './form-browser.ts'
import type { Installation } from './installation.ts'

export type Parameters = Readonly<Record<string, string | undefined>>

export interface TokenAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly access_token: string
    readonly refresh_token?: string
    readonly id_token: string
    readonly scope: string
    readonly error?: string
    readonly [name: string]: unknown
  }
}

export interface Authorization {
  readonly visit: Visit
  readonly code: string
  readonly verifier: string
  readonly challenge: string
  readonly state: string
}

/** The demo application, and the browser of an advisor, who stays signed in. */
export class OAuthClient {
  readonly #service: Installation['service']
  readonly #browser = new FormBrowser()

  constructor({ service }: Pick<Installation, 'service'>) {
    this.#service = service
  }

  /** A complete request, with some parameters changed or, if undefined, omitted. */
  async authorize(
    changed: Parameters = {},
    how: { person?: Person; answer?: 'allow' | 'deny' } = {},
  ): Promise<Authorization> {
    const [advisor] = this.#service.advisors
    const person = how.person ?? advisor ?? { email: '', password: '' }
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const state = randomBytes(16).toString('base64url')
    const form = formOf({
      response_type: 'code',
      client_id: this.#service.application.clientId,
      redirect_uri: this.#service.application.redirectUri,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state,
      scope: 'openid offline_access core.contacts.read text.messaging.read text.messaging.write',
      ...changed,
    })
    const visit = await this.#browser.authorize(
      `${this.#service.authUrl}?${form.toString()}`,
      person,
      how.answer ?? 'allow',
    )
    return { visit, code: visit.callback?.searchParams.get('code') ?? '', verifier, challenge, state }
  }

  exchange(
    { code, verifier }: Pick<Authorization, 'code' | 'verifier'>,
    changed: Parameters = {},
  ): Promise<TokenAnswer> {
    return this.token({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: this.#service.application.redirectUri,
      ...changed,
    })
  }

  refresh(refreshToken: string | undefined, changed: Parameters = {}): Promise<TokenAnswer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...changed })
  }

  /** A request to the token endpoint with the application's credentials. */
  async token(parameters: Parameters, headers: Record<string, string> = {}): Promise<TokenAnswer> {
    const { clientId, clientSecret } = this.#service.application
    const response = await fetch(this.#service.tokenUrl, {
      method: 'POST',
      headers,
      body: formOf({ client_id: clientId, client_secret: clientSecret, ...parameters }),
    })
    const body = (await response.json()) as TokenAnswer['body']
    return { status: response.status, headers: response.headers, body }
  }
}

function formOf(parameters: Parameters): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) form.set(name, value)
  return form
}

/** The claims of a token, which the resource server has verified. */
export const claimsOf = (token: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
