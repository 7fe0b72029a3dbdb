import type { Environment } from '../../../platform/db/migrate.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { keyVerifiesSeconds } from '../../lifetimes.ts'
import { allSigningKeys, verifyingKeys } from '../queries.ts'

export interface SigningKey {
  readonly kid: string
  readonly createdAt: Date
  readonly retiredAt: Date | null
  /** signs: now. next: published, and signs when the one before retires. verifies: old tokens. expired: nothing. */
  readonly state: 'signs' | 'next' | 'verifies' | 'expired'
}

/** All keys ever created, newest last. */
export async function listSigningKeys(
  database: Database,
  environment: Environment,
): Promise<readonly SigningKey[]> {
  const [keys, verifying] = await Promise.all([
    allSigningKeys(database, []),
    verifyingKeys(database, [keyVerifiesSeconds(environment)]),
  ])
  const stateOf = (kid: string): SigningKey['state'] => {
    const place = verifying.findIndex(key => key.kid === kid)
    if (place === -1) return 'expired'
    if (verifying[place]?.isRetired) return 'verifies'
    return place === 0 ? 'signs' : 'next'
  }
  return keys.map(({ kid, createdAt, retiredAt }) => ({
    kid,
    createdAt,
    retiredAt,
    state: stateOf(kid),
  }))
}
