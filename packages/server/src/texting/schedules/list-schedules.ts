import type { Queryable } from '../../platform/db/pool.ts'
import {
  countSchedules,
  countSchedulesOfPhone,
  type ScheduleStatus,
  type ShownSchedule,
  schedulePage,
  schedulePageOfPhone,
} from './queries.ts'

interface Wanted {
  readonly page: number
  readonly pageSize: number
  readonly status?: ScheduleStatus | undefined
  readonly phone?: string | undefined
}

interface FoundSchedules {
  readonly schedules: readonly ShownSchedule[]
  readonly total: number
}

/** A page of an advisor's scheduled texts, with the total count. */
export async function listSchedules(
  db: Queryable,
  advisorId: number,
  { page, pageSize, status, phone }: Wanted,
): Promise<FoundSchedules> {
  const filter = [advisorId, status ?? null] as const
  const slice = [pageSize, (page - 1) * pageSize] as const
  const schedules =
    phone === undefined
      ? await schedulePage(db, [...filter, ...slice])
      : await schedulePageOfPhone(db, [...filter, phone, ...slice])
  const [counted] =
    phone === undefined
      ? await countSchedules(db, [...filter])
      : await countSchedulesOfPhone(db, [...filter, phone])
  return { schedules, total: counted?.total ?? 0 }
}
