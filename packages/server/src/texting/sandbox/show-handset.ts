import type { Handset } from '@parley/contract'
import { findHandsetBehaviour } from '../../carriers/index.ts'
import type { Queryable } from '../../db/pool.ts'
import { otherEnd } from './other-end.ts'

/** How a phone treats the advisor's texts. */
export async function showHandset(db: Queryable, advisorId: number, phone: string): Promise<Handset> {
  const { number } = await otherEnd(db, advisorId)
  const { behaviour, scripted } = await findHandsetBehaviour(db, phone, number)
  return { phone, behaviour, ...(scripted === undefined ? {} : { scripted }) }
}
