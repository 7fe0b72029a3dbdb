import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { forgetOldFailures, lockFailures, setFailures } from './queries.ts'
import { type Patience, rememberedFailures, secondsToWait } from './slow-down.ts'

export interface Subject {
  readonly hash: Buffer
  readonly patience: Patience
  /** The person of the account, if it exists. */
  readonly personId: number | null
}

/** By then the highest possible count has decayed. */
const oldSeconds = 2 * 86_400

/**
 * Checks whether an attempt is allowed now, and counts it as a failure in advance: a hundred concurrent attempts must not all
 * see the old count. Otherwise returns how many seconds to wait; that attempt does not count.
 */
export async function claimAttempt(
  database: Database,
  subjects: readonly Subject[],
): Promise<{ readonly waitSeconds: number }> {
  return inTransaction(database, async tx => {
    const rows = await lockFailures(tx, [
      subjects.map(({ hash }) => hash),
      subjects.map(({ personId }) => personId),
    ])
    const counts = subjects.map(({ hash, patience }) => {
      const row = rows.find(({ subject }) => subject.equals(hash))
      return { hash, patience, failures: row?.failures ?? 0, quietSeconds: row?.quietSeconds ?? 0 }
    })
    const waitSeconds = Math.max(
      ...counts.map(({ failures, quietSeconds, patience }) =>
        secondsToWait(failures, quietSeconds, patience),
      ),
    )
    if (waitSeconds > 0) return { waitSeconds }
    for (const { hash, failures, quietSeconds, patience } of counts) {
      await setFailures(tx, [hash, rememberedFailures(failures, quietSeconds, patience) + 1])
    }
    await forgetOldFailures(tx, [oldSeconds])
    return { waitSeconds: 0 }
  })
}
