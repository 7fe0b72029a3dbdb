import { limits } from '@parley/contract'
import type { Queryable } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { findPeople, type Person } from '../people.ts'
import { useOfPhone } from './orphan-queries.ts'

interface NumberUse {
  readonly people: readonly Person[]
  readonly texts: number
  readonly scheduled: number
  readonly nextAt: Date | null
}

/** What depends on a number: its contacts, its texts and the scheduled texts waiting for it. */
export async function findNumberUse(db: Queryable, advisorId: number, phone: string): Promise<NumberUse> {
  const use = firstRow(await useOfPhone(db, [advisorId, phone, limits.textsCounted]), 'the use of the number')
  return { ...use, people: (await findPeople(db, advisorId, [phone]))(phone) }
}
