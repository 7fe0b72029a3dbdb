import { createHmac, randomBytes } from 'node:crypto'
import Provider from 'oidc-provider'
import { deriveKey } from '../../derive-key.ts'

/**
 * A refresh token is random; its successor is derived from it with our key. So a rotated token that is presented again in the
 * grace period, even twice at the same moment, gives the same successor, and none is stored.
 */
export function createRefreshTokens(secretKey: Buffer): () => string {
  const key = deriveKey(secretKey, 'refresh tokens')
  return () => {
    const predecessor = Provider.ctx?.oidc.entities.RotatedRefreshToken
    return predecessor
      ? createHmac('sha256', key).update(predecessor.jti).digest('base64url')
      : randomBytes(32).toString('base64url')
  }
}
