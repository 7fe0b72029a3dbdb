import { randomUUID } from 'node:crypto'
import type { Carrier } from '../../carriers/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { type Ending, endingOfLookUp } from './ending.ts'
import type { Text } from './message-entry.ts'
import { takeOver } from './record-queries.ts'
import { type Recorded, recordSubmissions, type SettleReceipts } from './record-submissions.ts'

interface Recovery {
  readonly carrier: Pick<Carrier, 'name' | 'lookUp'>
  readonly settleReceipts: SettleReceipts
  /** How long other workers keep away from the texts being looked up. */
  readonly leaseMs: number
  readonly size: number
}

/**
 * Takes over unfinished attempts: their worker died, was paused, or does not know whether the carrier took the text. If
 * the carrier supports lookup, it is asked; if it cannot tell now, it is asked again when this lease ends. If it can
 * never tell, the text becomes unconfirmed and is not resent. Returns what was settled and whether there may be more.
 */
export async function recoverTexts(
  database: Database,
  { carrier, settleReceipts, leaseMs, size }: Recovery,
): Promise<{ readonly settled: readonly Recorded[]; readonly isFull: boolean }> {
  const claimId = randomUUID()
  const texts = await inTransaction(database, tx => takeOver(tx, [claimId, leaseMs, size, carrier.name]))
  const isFull = texts.length === size
  if (texts.length === 0) return { settled: [], isFull }
  const endings = await findOut(texts, carrier).catch(() => [])
  const outcomes = texts.flatMap((text, index) => {
    const result = endings[index]
    return result ? [{ ...text, result }] : []
  })
  if (outcomes.length === 0) return { settled: [], isFull: false }
  const settled = await recordSubmissions(database, {
    claimId,
    carrier: carrier.name,
    outcomes,
    settleReceipts,
  })
  return { settled, isFull }
}

async function findOut(texts: readonly Text[], { lookUp }: Pick<Carrier, 'lookUp'>): Promise<Ending[]> {
  if (!lookUp) return texts.map(() => ({ ending: 'unconfirmed' }))
  const found = await lookUp(texts.map(({ messageId }) => String(messageId)))
  // A result list of the wrong length is unusable.
  if (found.length !== texts.length) return []
  return texts.flatMap(({ attempts }, index) => {
    const one = found[index]
    return one ? [endingOfLookUp(one, attempts)] : []
  })
}
