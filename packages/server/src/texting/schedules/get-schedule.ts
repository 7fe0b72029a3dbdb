import { limits } from '@parley/contract'
import type { Queryable } from '../../platform/db/pool.ts'
import { noSchedule } from './errors.ts'
import { type FiringRow, type ShownSchedule, scheduleById } from './queries.ts'

/** A scheduled text with its outcomes so far, newest first. */
export async function getSchedule(
  db: Queryable,
  advisorId: number,
  scheduleId: number,
): Promise<ShownSchedule & { readonly firings: readonly FiringRow[] }> {
  const [schedule] = await scheduleById(db, [advisorId, scheduleId, limits.firingsShown])
  if (!schedule) throw noSchedule()
  return schedule
}
