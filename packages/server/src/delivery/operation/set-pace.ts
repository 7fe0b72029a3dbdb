import { findTextingNumber } from '../../identity/index.ts'
import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { upsertPace } from './queries.ts'

const paceMax = 1_000

/** Sets how many texts per second a number may send, as its carrier allows. Takes effect with the next text. */
export async function setPace(
  database: Database,
  number: string,
  textsPerSecond: number,
  by: journal.Actor = journal.setup,
): Promise<void> {
  if (!(textsPerSecond >= 0.01 && textsPerSecond <= paceMax)) {
    throw new Problem('invalid_request', `The pace must be from 0.01 to ${paceMax} texts per second.`)
  }
  await inTransaction(database, async tx => {
    const { advisor } = await findTextingNumber(tx, number)
    await upsertPace(tx, [advisor.id, number, textsPerSecond])
    await journal.recordAct(tx, {
      owner: { advisorId: advisor.id },
      actor: by,
      kind: 'number.paced',
      subject: { kind: 'advisor', id: advisor.id },
      facts: { number, textsPerSecond },
    })
  })
}
