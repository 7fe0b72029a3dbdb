/** Tokens of an advisor's authorization. Plain JSON; protect it like a password. */
export interface Tokens {
  readonly accessToken: string
  /** When the access token expires: Unix time in milliseconds. */
  readonly expiresAt: number
  /** Only if `offline_access` was granted. It changes with every refresh. */
  readonly refreshToken?: string
  /** Granted scopes, separated by spaces. */
  readonly scope: string
  /** Identifier of the advisor who authorized. */
  readonly advisor: string
}

/** Storage for the tokens of one advisor, such as a row in your database. */
export interface TokenStore {
  /** The tokens saved last, if any. */
  load(): Tokens | undefined | Promise<Tokens | undefined>
  /** Replaces the stored tokens. A refresh waits for it. */
  save(tokens: Tokens): void | Promise<void>
}

interface TokenAnswer {
  readonly access_token: string
  readonly expires_in: number
  readonly refresh_token?: string
  readonly id_token?: string
  readonly scope?: string
}

/** Response of the token endpoint. */
export function readTokens(body: unknown): Tokens {
  const { access_token: accessToken, expires_in: seconds, ...rest } = body as TokenAnswer
  return {
    accessToken,
    expiresAt: Date.now() + seconds * 1_000,
    ...(rest.refresh_token === undefined ? {} : { refreshToken: rest.refresh_token }),
    scope: rest.scope ?? '',
    advisor: subjectOf(rest.id_token ?? accessToken),
  }
}

/** Read but not verified: the token came directly from the token endpoint. */
function subjectOf(jwt: string): string {
  const payload = jwt.split('.')[1] ?? ''
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), letter =>
    letter.charCodeAt(0),
  )
  const { sub } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly sub: string }
  return sub
}
