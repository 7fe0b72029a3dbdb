import { lockMember } from '../../consent/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { deleteParts, partsOfText, type WaitingText, waitingTexts } from './part-queries.ts'
import { processParts, stopIn } from './process-parts.ts'

/** How long to wait for missing parts, and how long if one that arrived asks us to stop. */
const partPatience = { anyMs: 10 * 60_000, stopMs: 30_000 } as const

/** Oldest first, and large: many waiting texts must not hide one that asks us to stop. */
const limit = 10_000

/** Processes replies with missing parts. Returns how many there were. */
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
    const member = await lockMember(tx, { advisorId, phone })
    // The missing part may have arrived by now.
    const key: Parameters<typeof partsOfText>[1] = [advisorId, memberId, number, carrier, reference, count]
    const parts = await partsOfText(tx, key)
    if (parts.length === 0) return
    await deleteParts(tx, key)
    await processParts(tx, { member, carrier, number, count, parts })
  })
}
