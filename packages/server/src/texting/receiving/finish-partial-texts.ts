import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { lockMembers } from '../consent/lock-members.ts'
import { deleteParts, partsOfText, type WaitingText, waitingTexts } from './part-queries.ts'
import { stopIn, takeParts } from './take-parts.ts'

/** How long the other parts of a text are waited for, and how long where one of those that came asks us to stop. */
const partPatience = { anyMs: 10 * 60_000, stopMs: 30_000 } as const

/** Of those that wait, oldest first: many that only wait must not hide one that asks us to stop. */
const limit = 10_000

/** Takes in replies of which parts are missing. Answers how many there were. */
export async function finishPartialTexts(
  database: Database,
  carrier: string,
  patience: { readonly anyMs: number; readonly stopMs: number } = partPatience,
): Promise<number> {
  const waiting = await waitingTexts(database, [carrier, patience.stopMs, limit])
  const due = waiting.filter(
    ({ waitingMs, words }) => waitingMs >= patience.anyMs || stopIn(words).kind === 'stop',
  )
  for (const text of due) await finish(database, carrier, text)
  return due.length
}

async function finish(database: Database, carrier: string, text: WaitingText): Promise<void> {
  const { advisorId, memberId, phone, number, reference, count } = text
  await inTransaction(database, async tx => {
    const [member] = await lockMembers(tx, [{ advisorId, phone }])
    if (!member) throw new Error('a member that was made sure of is not there')
    // What was missing may have come meanwhile.
    const key: Parameters<typeof partsOfText>[1] = [advisorId, memberId, number, carrier, reference, count]
    const parts = await partsOfText(tx, key)
    if (parts.length === 0) return
    await deleteParts(tx, key)
    await takeParts(tx, { member, carrier, number, count, parts })
  })
}
