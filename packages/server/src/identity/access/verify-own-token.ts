import { type JWTPayload, jwtVerify } from 'jose'
import type { Clock } from '../../platform/time/clock.ts'
import { tokenNotAccepted } from './refusals.ts'
import type { SigningKeys } from './signing-keys.ts'
import { clockToleranceSeconds, type TokenSubject, type VerifiedToken } from './token-subject.ts'

interface OwnIssuer {
  readonly publicOrigin: string
  readonly keys: SigningKeys
  readonly clock: Clock
}

/** Verifies an access token of this installation. */
export async function verifyOwnToken(
  token: string,
  { publicOrigin, keys, clock }: OwnIssuer,
): Promise<VerifiedToken> {
  let kid = ''
  const { payload } = await jwtVerify(
    token,
    // The key comes only from our table: jwk, jku, x5c and x5u in the header are ignored.
    async header => {
      kid = header.kid ?? ''
      const key = await keys.find(kid)
      if (!key) throw tokenNotAccepted()
      return key
    },
    {
      algorithms: ['ES256'],
      typ: 'at+jwt',
      issuer: publicOrigin,
      audience: `${publicOrigin}/v1`,
      requiredClaims: ['sub', 'client_id', 'scope', 'iat', 'exp', 'jti'],
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(clock.epochMs()),
    },
  )
  return {
    subject: subjectOf(payload),
    expiresAtMs: (Number(payload.exp) + clockToleranceSeconds) * 1000,
    trustedUntilMs: Number.POSITIVE_INFINITY,
    kid,
  }
}

function subjectOf(payload: JWTPayload): TokenSubject {
  const { client_id: clientId, advisor_id: advisorId, scope, gid } = payload
  const isWhole =
    typeof clientId === 'string' &&
    (advisorId === undefined ? gid === undefined : isId(advisorId)) &&
    typeof scope === 'string' &&
    (gid === undefined || typeof gid === 'string')
  if (!isWhole) throw tokenNotAccepted()
  return {
    clientId,
    advisor: isId(advisorId) ? { id: advisorId } : null,
    authority: gid === undefined ? { kind: 'client credentials' } : { kind: 'grant', grantId: gid },
    scopes: scope.split(' '),
  }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value)
