import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { forgetOldFailures, lockFailures, setFailures } from './queries.ts'
import { type Patience, rememberedFailures, secondsToWait } from './slow-down.ts'

export interface Subject {
  readonly hash: Buffer
  readonly patience: Patience
}

/** By then the longest count there can be is forgotten. */
const oldSeconds = 2 * 86_400

/**
 * Asks whether an attempt is heard now, and if so counts it as a failure before it is made: a hundred attempts at once
 * must not all find the count of before. Otherwise tells how many seconds to wait; that attempt does not count.
 */
export async function claimAttempt(
  database: Database,
  subjects: readonly Subject[],
): Promise<{ readonly waitSeconds: number }> {
  return inTransaction(database, async tx => {
    const rows = await lockFailures(tx, [subjects.map(({ hash }) => hash)])
    const counts = subjects.map(({ hash, patience }) => {
      const row = rows.find(({ subject }) => subject.equals(hash))
      return { hash, patience, failures: row?.failures ?? 0, quietSeconds: row?.quiet_seconds ?? 0 }
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
