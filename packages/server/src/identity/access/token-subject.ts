/** The subject of a verified token, as its issuer names it. */
export interface TokenSubject {
  readonly clientId: string
  /** Null: the application by itself. */
  readonly advisor: { readonly id: number } | { readonly identifier: string } | null
  /** The authority on which the application acts for the advisor. */
  readonly authority:
    | { readonly kind: 'grant'; readonly grantId: string }
    | { readonly kind: 'client credentials' }
    | { readonly kind: 'outside issuer' }
  readonly scopes: readonly string[]
}

export interface VerifiedToken {
  readonly subject: TokenSubject
  readonly expiresAtMs: number
  /** Until when the verified signature is cached. */
  readonly trustedUntilMs: number
  /** Key of our own tokens: once it is deleted, the token is invalid. */
  readonly kid?: string
}

/** Allowed clock skew. Well-kept machines differ by less. */
export const clockToleranceSeconds = 5
