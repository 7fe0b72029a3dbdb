import type { Tx } from '../platform/db/pool.ts'
import { columns, required } from '../platform/db/rows.ts'
import { insertMissingMembers, membersByPhone } from './queries.ts'

interface Wanted {
  readonly advisorId: number
  readonly phone: string
}

/**
 * Returns the members for these phone numbers in the same order, inserting missing ones. Needs two statements: in one,
 * a number that another transaction adds concurrently would be neither inserted nor read.
 */
export async function ensureMembers(tx: Tx, wanted: readonly Wanted[]): Promise<number[]> {
  const keys = columns(wanted, 'advisorId', 'phone')
  await insertMissingMembers(tx, keys)
  const members = await membersByPhone(tx, keys)
  const ids = new Map(members.map(({ advisorId, phone, id }) => [`${advisorId} ${phone}`, id]))
  return wanted.map(({ advisorId, phone }) => required(ids.get(`${advisorId} ${phone}`), 'inserted member'))
}
