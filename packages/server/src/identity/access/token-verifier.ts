import { hash } from 'node:crypto'
import { decodeJwt, errors } from 'jose'
import { LeastRecentlyUsed } from '../../platform/memory/least-recently-used.ts'
import { Problem } from '../../platform/problem/problem.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { tokenExpired, tokenMissing, tokenNotAccepted } from './refusals.ts'
import type { SigningKeys } from './signing-keys.ts'
import type { TokenSubject, VerifiedToken } from './token-subject.ts'
import { type OutsideIssuer, verifyOutsideToken } from './verify-outside-token.ts'
import { verifyOwnToken } from './verify-own-token.ts'

export interface Identified {
  /** Hash of the token, stored in its place. */
  readonly digest: string
  readonly subject: TokenSubject
}

interface Issuers {
  readonly publicOrigin: string
  readonly keys: SigningKeys
  readonly outside: OutsideIssuer | undefined
  readonly clock: Clock
}

const tokenBytesMax = 8 * 1024
const tokensMax = 50_000

/** Verifies access tokens, each once while it is valid. */
export class TokenVerifier {
  readonly #issuers: Issuers
  readonly #verified = new LeastRecentlyUsed<VerifiedToken>(tokensMax)

  constructor(issuers: Issuers) {
    this.#issuers = issuers
  }

  /** The token if it was verified before and is still valid. Costs a hash. */
  known(authorization: string | undefined): Identified | undefined {
    const digest = hash('sha256', bearerToken(authorization), 'base64url')
    const known = this.#verified.get(digest)
    return known && this.#stillStands(known) ? { digest, subject: known.subject } : undefined
  }

  /** Does not wait if the token is cached. */
  identify(authorization: string | undefined): Identified | Promise<Identified> {
    const token = bearerToken(authorization)
    const digest = hash('sha256', token, 'base64url')
    const known = this.#verified.get(digest)
    if (known && this.#stillStands(known)) return { digest, subject: known.subject }
    return this.#verify(token, digest)
  }

  #stillStands({ expiresAtMs, trustedUntilMs, kid }: VerifiedToken): boolean {
    const nowMs = this.#issuers.clock.epochMs()
    if (nowMs >= expiresAtMs || nowMs >= trustedUntilMs) return false
    return kid === undefined || this.#issuers.keys.holds(kid)
  }

  async #verify(token: string, digest: string): Promise<Identified> {
    try {
      const verified = await this.#verifyByIssuer(token)
      this.#verified.set(digest, verified)
      return { digest, subject: verified.subject }
    } catch (error) {
      if (error instanceof Problem) {
        this.#verified.delete(digest)
        throw error
      }
      if (error instanceof errors.JWTExpired) throw tokenExpired()
      // Other errors come from the database and say nothing about the token.
      throw error instanceof errors.JOSEError ? tokenNotAccepted() : error
    }
  }

  #verifyByIssuer(token: string): Promise<VerifiedToken> {
    const { outside, clock } = this.#issuers
    if (outside && decodeJwt(token).iss === outside.issuer) return verifyOutsideToken(token, outside, clock)
    return verifyOwnToken(token, this.#issuers)
  }
}

function bearerToken(authorization: string | undefined): string {
  const [, token] = /^bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '') ?? []
  if (token === undefined) throw tokenMissing()
  if (token.length > tokenBytesMax) throw tokenNotAccepted()
  return token
}
