import type { Handset } from '@parley/contract'
import type { Queryable } from '../../platform/db/pool.ts'
import { findHandsetBehaviour } from '../../simulator/index.ts'
import { otherEnd } from './other-end.ts'

/** How a phone handles the advisor's texts. */
export async function showHandset(db: Queryable, advisorId: number, phone: string): Promise<Handset> {
  const { number } = await otherEnd(db, advisorId)
  const { behaviour, scripted } = await findHandsetBehaviour(db, phone, number)
  return { phone, behaviour, ...(scripted === undefined ? {} : { scripted }) }
}
