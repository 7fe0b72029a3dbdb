import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type RemoteJWKSet } from 'jose'
import { Problem } from '../../platform/problem/problem.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { tokenNotAccepted } from './refusals.ts'
import { clockToleranceSeconds, type TokenSubject, type VerifiedToken } from './token-subject.ts'

interface ClaimNames {
  readonly advisor: string
  readonly client: string
  readonly scope: string
}

export interface OutsideIssuer {
  readonly issuer: string
  readonly audience: string
  readonly claims: ClaimNames
  readonly keys: RemoteJWKSet
}

/** A key that the external provider withdraws is trusted no longer than this. */
const trustedForMs = 10 * 60_000

/** Asymmetric algorithms only: with a shared secret, a verifier could also sign. */
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

export const outsideKeys = (url: string): RemoteJWKSet =>
  createRemoteJWKSet(new URL(url), {
    timeoutDuration: 2_000,
    cooldownDuration: 30_000,
    cacheMaxAge: trustedForMs,
  })

/** Verifies an access token of the external identity provider, and maps its claims to ours. */
export async function verifyOutsideToken(
  token: string,
  outside: OutsideIssuer,
  clock: Clock,
): Promise<VerifiedToken> {
  const nowMs = clock.epochMs()
  const { payload } = await jwtVerify(
    token,
    async (header, jws) => {
      try {
        return await outside.keys(header, jws)
      } catch (error) {
        throw isAboutTheToken(error) ? tokenNotAccepted() : keysUnavailable(error)
      }
    },
    {
      algorithms,
      issuer: outside.issuer,
      audience: outside.audience,
      requiredClaims: ['exp', outside.claims.advisor, outside.claims.client, outside.claims.scope],
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(nowMs),
    },
  )
  return {
    subject: subjectOf(payload, outside.claims),
    expiresAtMs: (Number(payload.exp) + clockToleranceSeconds) * 1000,
    trustedUntilMs: nowMs + trustedForMs,
  }
}

function isAboutTheToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  )
}

const keysUnavailable = (cause: unknown): Problem =>
  new Problem('downstream_unavailable', 'The keys of the identity provider cannot be read.', { cause })

function subjectOf(payload: JWTPayload, names: ClaimNames): TokenSubject {
  const identifier = payload[names.advisor]
  const clientId = payload[names.client]
  const scopes = scopesOf(payload[names.scope])
  if (typeof identifier !== 'string' || typeof clientId !== 'string' || !scopes) throw tokenNotAccepted()
  return { clientId, advisor: { identifier }, authority: { kind: 'outside issuer' }, scopes }
}

/** Some providers write scopes as a string, some as a list. */
function scopesOf(claim: unknown): readonly string[] | undefined {
  if (typeof claim === 'string') return claim.split(' ')
  return Array.isArray(claim) && claim.every(scope => typeof scope === 'string') ? claim : undefined
}
