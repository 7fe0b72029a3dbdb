/** Whom a verified token speaks for, in the words of its issuer. */
export interface TokenSubject {
  readonly clientId: string
  readonly advisor: { readonly id: number } | { readonly identifier: string }
  /** What lets the application act for the advisor. */
  readonly authority:
    | { readonly kind: 'grant'; readonly grantId: string }
    | { readonly kind: 'client credentials' }
    | { readonly kind: 'outside issuer' }
  readonly scopes: readonly string[]
}

export interface VerifiedToken {
  readonly subject: TokenSubject
  readonly expiresAtMs: number
  /** Until when the signature need not be looked at again. */
  readonly trustedUntilMs: number
  /** Of our own tokens: once the key is gone, the token is worth nothing. */
  readonly kid?: string
}

/** Clocks of well-kept machines differ by less. */
export const clockToleranceSeconds = 5
