import type { Queryable } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { countUnclaimed, holdInForce } from './queries.ts'

interface Hold {
  readonly placedAt: Date
  /** How many wait. */
  readonly texts: number
  /** The firm may release it. False: an operator put it on hold. */
  readonly isReleasable: boolean
}

/** The hold of an advisor's texts, if there is one. Holds of the firm and of applications are an operator's. */
export async function getHold(db: Queryable, advisorId: number): Promise<Hold | undefined> {
  const [hold] = await holdInForce(db, [advisorId, null, null])
  if (!hold) return undefined
  const { texts } = firstRow(await countUnclaimed(db, [advisorId]), 'the count of texts')
  return { placedAt: hold.placedAt, texts, isReleasable: hold.awaitsReview }
}
