import { randomBytes } from 'node:crypto'
import Provider from 'oidc-provider'
import { keyedHash } from '../../secret-key/keyed-hash.ts'
import type { SecretKeys } from '../../secret-key/secret-keys.ts'

export interface RefreshTokens {
  /** The id of the token that is being created. */
  readonly generateTokenId: () => string
  /** The possible successors of a token, one for each secret key. The first is the one that is created. */
  readonly successorsOf: (id: string) => readonly [string, ...string[]]
  /** Remembers for this request that one of them was created before. */
  readonly keep: (successor: string) => void
}

/**
 * A refresh token is random; its successor is derived from it with our key. So a rotated token that is presented again in the
 * grace period, even twice at the same moment, gives the same successor, and none is stored.
 */
export function createRefreshTokens(keys: SecretKeys): RefreshTokens {
  const hash = keyedHash(keys, 'refresh tokens')
  const kept = new WeakMap<object, string>()
  const successorsOf: RefreshTokens['successorsOf'] = id => {
    const [current, ...former] = hash(id)
    return [current.toString('base64url'), ...former.map(each => each.toString('base64url'))]
  }
  return {
    generateTokenId: () => {
      const { ctx } = Provider
      const predecessor = ctx?.oidc.entities.RotatedRefreshToken
      if (!ctx || !predecessor) return randomBytes(32).toString('base64url')
      return kept.get(ctx) ?? successorsOf(predecessor.jti)[0]
    },
    successorsOf,
    keep: successor => {
      if (Provider.ctx) kept.set(Provider.ctx, successor)
    },
  }
}
