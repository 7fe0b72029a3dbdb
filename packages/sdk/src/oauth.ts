import { answerError, isPassing, retryAfterSeconds } from './answer-error.ts'
import type { AccessTokenProvider } from './client.ts'
import type { Scope } from './contract.generated.ts'
import { AuthorizationRequiredError, OAuthError } from './errors.ts'
import { exchange } from './exchange.ts'
import { base64url, randomText } from './random-text.ts'
import { readTokens, type TokenStore, type Tokens } from './tokens.ts'
import { type RequestOptions, withRetries } from './with-retries.ts'

/** Your application, as the operator registered it. */
export interface ParleyOAuthOptions {
  /** Where browsers are sent to authorize. */
  readonly authUrl: string
  /** Where codes and refresh tokens are exchanged. */
  readonly tokenUrl: string
  readonly clientId: string
  /** Keep it on your server. */
  readonly clientSecret: string
  /** The registered address that browsers come back to, exactly. */
  readonly redirectUri: string
  /** Instead of the global fetch. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** An authorization that has begun: keep it in the user's session on your server, and use it once. */
export interface PendingAuthorization {
  readonly state: string
  readonly codeVerifier: string
}

/** A little before its time, so that no request sets out with a token that expires on the way. */
const earlyMs = 30_000

/** Lets advisors authorize your application, and keeps their access alive. For servers: it holds the client secret. */
export class ParleyOAuth {
  readonly #options: ParleyOAuthOptions
  readonly #fetch: typeof globalThis.fetch
  /** Refreshes under way, by refresh token. */
  readonly #refreshes = new Map<string, Promise<Tokens>>()

  constructor(options: ParleyOAuthOptions) {
    for (const name of ['authUrl', 'tokenUrl', 'clientId', 'clientSecret', 'redirectUri'] as const) {
      if (!options[name]) throw new TypeError(`new ParleyOAuth({ ${name} }) is missing`)
    }
    this.#options = options
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  }

  /**
   * Begins an authorization with a fresh state and PKCE verifier. Keep `pending` in the user's session on your server and
   * send the browser to `url`. `openid` is always asked for; ask for `offline_access` to keep access longer than
   * 15 minutes.
   */
  async authorize(scopes: readonly Scope[]): Promise<{ url: string; pending: PendingAuthorization }> {
    const pending = { state: randomText(16), codeVerifier: randomText(32) }
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pending.codeVerifier))
    const url = new URL(this.#options.authUrl)
    const parameters = {
      response_type: 'code',
      client_id: this.#options.clientId,
      redirect_uri: this.#options.redirectUri,
      code_challenge: base64url(new Uint8Array(digest)),
      code_challenge_method: 'S256',
      state: pending.state,
      scope: [...new Set(['openid', ...scopes])].join(' '),
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return { url: url.href, pending }
  }

  /**
   * Ends an authorization: checks the state of the callback and exchanges its code. `callback` is the address the browser
   * came back to, or its path and query. The advisor's refusal is an `OAuthError` with the code `access_denied`.
   */
  async exchange(
    callback: string | URL,
    pending: PendingAuthorization,
    options: RequestOptions = {},
  ): Promise<Tokens> {
    const { searchParams } = new URL(callback, this.#options.redirectUri)
    const get = (name: string): string | undefined => searchParams.get(name) ?? undefined
    if (get('state') !== pending.state) {
      throw new OAuthError('The callback belongs to another authorization.', {
        code: 'state_mismatch',
        retryable: false,
      })
    }
    const code = get('code')
    if (code === undefined) {
      const error = get('error') ?? 'invalid_callback'
      throw new OAuthError(get('error_description') ?? `The authorization ended with ${error}.`, {
        code: error,
        retryable: false,
      })
    }
    // Tried again where the answer was lost: if the code was used up, the authorization was lost anyway.
    return withRetries(
      () =>
        this.#token(
          {
            grant_type: 'authorization_code',
            code,
            code_verifier: pending.codeVerifier,
            redirect_uri: this.#options.redirectUri,
          },
          options,
        ),
      options,
    )
  }

  /**
   * What a client needs to act for the advisor whose tokens the store holds: it refreshes them when they expire or are
   * refused, once for all clients that wait for it. An authorization that has ended is an `AuthorizationRequiredError`.
   */
  accessToken(store: TokenStore): AccessTokenProvider {
    return async rejected => {
      const tokens = await store.load()
      if (!tokens) throw authorizationRequired('The advisor has not authorized this application.')
      const { accessToken, refreshToken, expiresAt } = tokens
      const isRefused = accessToken === rejected
      const neededMs = refreshToken === undefined ? 0 : earlyMs
      if (!isRefused && expiresAt - Date.now() > neededMs) return accessToken
      if (refreshToken === undefined) throw authorizationRequired('The advisor’s authorization has expired.')
      return (await this.#refreshOnce(store, tokens, refreshToken)).accessToken
    }
  }

  #refreshOnce(store: TokenStore, tokens: Tokens, refreshToken: string): Promise<Tokens> {
    const underWay = this.#refreshes.get(refreshToken)
    if (underWay) return underWay
    const refresh = this.#refresh(store, tokens, refreshToken).finally(() =>
      this.#refreshes.delete(refreshToken),
    )
    this.#refreshes.set(refreshToken, refresh)
    return refresh
  }

  /** One attempt: the call that waits for it tries again by its own rules, and a refresh may be repeated. */
  async #refresh(store: TokenStore, tokens: Tokens, refreshToken: string): Promise<Tokens> {
    try {
      const fresh = await this.#token({ grant_type: 'refresh_token', refresh_token: refreshToken }, {})
      const next = { ...tokens, ...fresh }
      await store.save(next)
      return next
    } catch (error) {
      if (error instanceof OAuthError && error.code === 'invalid_grant') {
        throw authorizationRequired('The advisor’s authorization has ended.', error)
      }
      throw error
    }
  }

  async #token(parameters: Record<string, string>, options: RequestOptions): Promise<Tokens> {
    const { tokenUrl, clientId, clientSecret } = this.#options
    const form = new URLSearchParams({ ...parameters, client_id: clientId, client_secret: clientSecret })
    const { response, body } = await exchange(
      this.#fetch,
      tokenUrl,
      {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      },
      options,
    )
    if (response.ok) return readTokens(body)
    const { error, error_description: description } = (body ?? {}) as Record<string, unknown>
    if (typeof error !== 'string') throw answerError(response, body)
    throw new OAuthError(
      `${typeof description === 'string' ? description : 'The exchange failed'} (${error})`,
      {
        code: error,
        status: response.status,
        retryable: isPassing(response.status),
        retryAfterSeconds: retryAfterSeconds(response.headers),
      },
    )
  }
}

const authorizationRequired = (message: string, cause?: unknown): AuthorizationRequiredError =>
  new AuthorizationRequiredError(message, { code: 'authorization_required', retryable: false, cause })
