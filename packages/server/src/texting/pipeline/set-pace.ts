import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { findTextingNumber } from '../../identity/index.ts'
import { upsertPace } from './operator-queries.ts'

const paceMax = 1_000

/** How many texts a number may send in a second, as its carrier allows. It holds from the next text on. */
export async function setPace(database: Database, number: string, textsPerSecond: number): Promise<void> {
  if (!(textsPerSecond >= 0.01 && textsPerSecond <= paceMax)) {
    throw new Problem('invalid_request', `The pace must be from 0.01 to ${paceMax} texts per second.`)
  }
  await inTransaction(database, async tx => {
    const { advisor } = await findTextingNumber(tx, number)
    await upsertPace(tx, [advisor.id, number, textsPerSecond])
  })
}
