import { answerError, isTransient, retryAfterSeconds } from '../answer-error.ts'
import type { AccessTokenProvider } from '../client.ts'
import type { Scope } from '../contract.generated.ts'
import { AuthorizationRequiredError, OAuthError } from '../errors.ts'
import { exchange } from '../exchange.ts'
import { type RequestOptions, withRetries } from '../with-retries.ts'
import { base64url, randomText } from './random-text.ts'
import { readTokens, type TokenStore, type Tokens } from './tokens.ts'

/** Your application, as the operator registered it. */
export interface ParleyOAuthOptions {
  /** Authorization endpoint. Not needed for `clientCredentials` and `revoke`. */
  readonly authUrl?: string | undefined
  /** Token endpoint. */
  readonly tokenUrl: string
  /** Revocation endpoint. Default: `revoke` next to `tokenUrl`. */
  readonly revokeUrl?: string | undefined
  readonly clientId: string
  /** Keep it on your server. */
  readonly clientSecret: string
  /** Redirect URI, exactly as registered. Required with `authUrl`. */
  readonly redirectUri?: string | undefined
  /** Replaces the global fetch. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** Advisor and scopes for access while the advisor is away. */
export interface ClientCredentials {
  /**
   * Identifier of the advisor: `advisor` in the tokens of an authorization, or as the operator gave it to you. Without it, the
   * token is for the application by itself.
   */
  readonly advisor?: string | undefined
  /** With an advisor: only `text.*` scopes. Without: only `events.read` and `events.manage`. */
  readonly scopes: readonly Scope[]
}

/** An authorization in progress: keep it in the user's session on your server, and use it once. */
export interface PendingAuthorization {
  readonly state: string
  readonly codeVerifier: string
}

/** Refresh early, so that no token expires while a request is in flight. */
const earlyMs = 30_000

/** Lets advisors authorize your application and refreshes their tokens. Server side only: it holds the client secret. */
export class ParleyOAuth {
  readonly #options: ParleyOAuthOptions
  readonly #fetch: typeof globalThis.fetch
  /** Refreshes in progress, by refresh token. */
  readonly #refreshes = new Map<string, Promise<Tokens>>()

  constructor(options: ParleyOAuthOptions) {
    for (const name of ['tokenUrl', 'clientId', 'clientSecret'] as const) {
      if (!options[name]) throw new TypeError(`new ParleyOAuth({ ${name} }) is missing`)
    }
    this.#options = options
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  }

  /**
   * Starts an authorization with a new state and PKCE verifier. Keep `pending` in the user's session on your server and
   * redirect the browser to `url`. `openid` is always requested; request `offline_access` to keep access longer than
   * 15 minutes.
   */
  async authorize(scopes: readonly Scope[]): Promise<{ url: string; pending: PendingAuthorization }> {
    const { authUrl, redirectUri } = this.#forBrowsers()
    const pending = { state: randomText(16), codeVerifier: randomText(32) }
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pending.codeVerifier))
    const url = new URL(authUrl)
    const parameters = {
      response_type: 'code',
      client_id: this.#options.clientId,
      redirect_uri: redirectUri,
      code_challenge: base64url(new Uint8Array(digest)),
      code_challenge_method: 'S256',
      state: pending.state,
      scope: [...new Set(['openid', ...scopes])].join(' '),
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return { url: url.href, pending }
  }

  /**
   * Completes an authorization: checks the state of the callback and exchanges its code. `callback` is the URL that the
   * browser returned to, or its path and query. If the advisor refuses, throws an `OAuthError` with code `access_denied`.
   */
  async exchange(
    callback: string | URL,
    pending: PendingAuthorization,
    options: RequestOptions = {},
  ): Promise<Tokens> {
    const { redirectUri } = this.#forBrowsers()
    const { searchParams } = new URL(callback, redirectUri)
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
    // Safe to retry after a lost response: if the code was already used, the authorization was lost anyway.
    return withRetries(
      () =>
        this.#token(
          {
            grant_type: 'authorization_code',
            code,
            code_verifier: pending.codeVerifier,
            redirect_uri: redirectUri,
          },
          options,
        ),
      options,
    )
  }

  /**
   * Access token provider for the advisor whose tokens are in the store. It refreshes them when they expire or are
   * rejected, once for all waiting clients. If the authorization has ended, throws an `AuthorizationRequiredError`.
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

  /**
   * Access token provider for texting while the advisor is away. The operator must have registered your application for
   * client credentials, and the advisor or the firm must allow the scopes; otherwise calls throw an `OAuthError`. Clients
   * that share the provider share each token until it expires or is rejected.
   */
  clientCredentials({ advisor, scopes }: ClientCredentials): AccessTokenProvider {
    let tokens: Tokens | undefined
    let fetching: Promise<Tokens> | undefined
    const parameters = {
      grant_type: 'client_credentials',
      ...(advisor !== undefined && { advisor }),
      scope: scopes.join(' '),
    }
    return async rejected => {
      const isGood = tokens && tokens.accessToken !== rejected && tokens.expiresAt - Date.now() > earlyMs
      if (tokens && isGood) return tokens.accessToken
      // One attempt: the waiting call has its own retries.
      fetching ??= this.#token(parameters, {}).finally(() => {
        fetching = undefined
      })
      tokens = await fetching
      return tokens.accessToken
    }
  }

  /**
   * Revokes the authorization behind these tokens, for example when an advisor leaves your application. Revoking tokens that
   * have already ended succeeds. An access token expires after minutes anyway: pass tokens that have a refresh token.
   */
  async revoke(
    tokens: Pick<Tokens, 'accessToken' | 'refreshToken'>,
    options: RequestOptions = {},
  ): Promise<void> {
    const { tokenUrl, revokeUrl = new URL('revoke', tokenUrl).href } = this.#options
    const token = tokens.refreshToken ?? tokens.accessToken
    await withRetries(() => this.#post(revokeUrl, { token }, options), options)
  }

  #forBrowsers(): { readonly authUrl: string; readonly redirectUri: string } {
    const { authUrl, redirectUri } = this.#options
    if (!authUrl || !redirectUri) {
      throw new TypeError(`new ParleyOAuth({ ${authUrl ? 'redirectUri' : 'authUrl'} }) is missing`)
    }
    return { authUrl, redirectUri }
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

  /** One attempt: the waiting call has its own retries, and a refresh may be repeated. */
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
    return readTokens(await this.#post(this.#options.tokenUrl, parameters, options))
  }

  async #post(url: string, parameters: Record<string, string>, options: RequestOptions): Promise<unknown> {
    const { clientId, clientSecret } = this.#options
    const form = new URLSearchParams({ ...parameters, client_id: clientId, client_secret: clientSecret })
    const { response, body } = await exchange(
      this.#fetch,
      url,
      {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      },
      options,
    )
    if (response.ok) return body
    const { error, error_description: description } = (body ?? {}) as Record<string, unknown>
    if (typeof error !== 'string') throw answerError(response, body)
    throw new OAuthError(
      `${typeof description === 'string' ? description : 'The token request failed'} (${error})`,
      {
        code: error,
        status: response.status,
        retryable: isTransient(response.status),
        retryAfterSeconds: retryAfterSeconds(response.headers),
      },
    )
  }
}

const authorizationRequired = (message: string, cause?: unknown): AuthorizationRequiredError =>
  new AuthorizationRequiredError(message, { code: 'authorization_required', retryable: false, cause })
