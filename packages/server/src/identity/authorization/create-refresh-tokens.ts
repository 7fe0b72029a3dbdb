import { createHmac, randomBytes } from 'node:crypto'
import Provider from 'oidc-provider'
import { deriveKey } from '../derive-key.ts'

/**
 * A refresh token is random, its successor follows from it under a key of ours. So a rotated token that is presented
 * again in the grace time, be it twice at the same moment, leads to one and the same successor, and none is stored.
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
