import { inTransaction } from '../../platform/db/in-transaction.ts'
import { planByIndex } from '../../platform/db/indexes/by-index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { failTexts } from '../dispatch/fail-texts.ts'
import { lockLanes } from '../outbox/queries.ts'
import { staleHeldTexts } from './queries.ts'

const batchTexts = 500

/** Same as for late scheduled texts: after a day it was meant for another day. */
const heldHours = 24

/** Fails texts that were held too long, so that they are not sent unexpectedly days later. Returns how many. */
export async function endHeldTexts(database: Database): Promise<number> {
  let total = 0
  for (;;) {
    const { found, ended } = await inTransaction(database, async tx => {
      const texts = await staleHeldTexts(tx, [heldHours, batchTexts])
      // Index plans for the steps per text: reading the whole table instead took 4 ms per text. The search above covers
      // all texts.
      await planByIndex(tx, [])
      await lockLanes(tx, [texts.map(({ advisorId }) => advisorId), texts.map(({ number }) => number)])
      const failed = await failTexts(
        tx,
        texts.map(text => ({ ...text, consentVersion: null, ending: 'held_too_long' as const })),
      )
      return { found: texts.length, ended: failed.length }
    })
    total += ended
    if (found < batchTexts || ended === 0) return total
  }
}
