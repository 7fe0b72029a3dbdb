import { appOperations } from '@parley/contract'
import type { Database } from '../../platform/db/pool.ts'
import { appRoute } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { getCalendar } from '../calendar/get-calendar.ts'
import { findPeople } from '../people.ts'
import type { RefusalCode } from '../sending/refusal.ts'
import { getSchedule } from './get-schedule.ts'
import { listSchedules } from './list-schedules.ts'
import { firingOf, scheduledMessageOf } from './shown.ts'

/** Scheduled-text routes of the advisor app: the partner ones plus recipient names. */
export function serveAppSchedules(app: HttpServer, { database }: { readonly database: Database }): void {
  appRoute(app, appOperations.listSchedules, async ({ caller: { advisorId }, query }) => {
    const { page, pageSize } = query
    const { schedules, total } = await listSchedules(database, advisorId, query)
    const peopleOf = await findPeople(
      database,
      advisorId,
      schedules.map(({ phone }) => phone),
    )
    return {
      data: schedules.map(row => ({ ...scheduledMessageOf(row), people: [...peopleOf(row.phone)] })),
      pageInfo: { page, pageSize, totalRecord: total, sortDirection: 'asc' as const, sortBy: 'status' },
    }
  })

  appRoute(app, appOperations.getSchedule, async ({ caller: { advisorId }, params }) => {
    const schedule = await getSchedule(database, advisorId, params.scheduleId)
    const peopleOf = await findPeople(database, advisorId, [schedule.phone])
    return {
      ...scheduledMessageOf(schedule),
      firings: schedule.firings.map(firingOf),
      people: [...peopleOf(schedule.phone)],
    }
  })

  appRoute(app, appOperations.getScheduleCalendar, async ({ caller, query }) => {
    const span = { from: new Date(query.from), to: new Date(query.to) }
    const { entries, isCut } = await getCalendar(database, caller.advisorId, span)
    return {
      items: entries.map(entry => ({
        scheduleId: entry.scheduleId,
        memberId: entry.memberId,
        phone: entry.phone,
        people: [...entry.people],
        text: entry.text,
        frequency: entry.frequency,
        at: entry.at.getTime(),
        state: entry.state,
        ...(entry.state === 'due' || entry.code === null ? {} : { code: entry.code as RefusalCode }),
        ...(entry.state === 'due' || entry.messageId === null ? {} : { messageId: entry.messageId }),
      })),
      isCut,
    }
  })
}
