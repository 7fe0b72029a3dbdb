/** What an advisor's authorization gives. Plain JSON; store it like a password. */
export interface Tokens {
  readonly accessToken: string
  /** When the access token expires: Unix time in milliseconds. */
  readonly expiresAt: number
  /** Only where `offline_access` was granted. It changes with every refresh. */
  readonly refreshToken?: string
  /** The scopes that were granted, with spaces in between. */
  readonly scope: string
  /** Identifier of the advisor who authorized. */
  readonly advisor: string
}

/** Where the tokens of one advisor are kept: a row of your database. */
export interface TokenStore {
  /** What was saved last, if anything. */
  load(): Tokens | undefined | Promise<Tokens | undefined>
  /** Keeps the tokens instead of what was there. A refresh waits for it. */
  save(tokens: Tokens): void | Promise<void>
}

interface TokenAnswer {
  readonly access_token: string
  readonly expires_in: number
  readonly refresh_token?: string
  readonly id_token?: string
  readonly scope?: string
}

/** The answer of the token endpoint. */
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

/** Read, not verified: the token came straight from the token endpoint. */
function subjectOf(jwt: string): string {
  const payload = jwt.split('.')[1] ?? ''
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), letter =>
    letter.charCodeAt(0),
  )
  const { sub } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly sub: string }
  return sub
}
