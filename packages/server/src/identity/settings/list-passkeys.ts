import type { Queryable } from '../../platform/db/pool.ts'
import { knownPasskeys } from '../sign-in/passkeys/queries.ts'

interface KnownPasskey {
  readonly passkeyId: string
  readonly name: string
  readonly createdAt: Date
  /** Null: never. */
  readonly lastUsedAt: Date | null
}

/** The passkeys of a person, the oldest first. */
export const listPasskeys = (db: Queryable, personId: number): Promise<KnownPasskey[]> =>
  knownPasskeys(db, [personId])
