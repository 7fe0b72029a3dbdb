import { operations } from '@parley/contract'
import { authorOf } from '../../journal/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { cancelSchedule } from './cancel-schedule.ts'
import { editSchedule } from './edit-schedule.ts'
import { getSchedule } from './get-schedule.ts'
import { listSchedules } from './list-schedules.ts'
import type { Frequency } from './recurrence.ts'
import { firingOf, scheduledMessageOf } from './shown.ts'

export function serveSchedules(app: HttpServer, { database }: { readonly database: Database }): void {
  route(app, operations.listScheduledMessages, async ({ caller, query }) => {
    const { page, pageSize } = query
    const { schedules, total } = await listSchedules(database, caller.advisorId, query)
    return {
      data: schedules.map(scheduledMessageOf),
      pageInfo: { page, pageSize, totalRecord: total, sortDirection: 'asc' as const, sortBy: 'status' },
    }
  })

  route(app, operations.getScheduledMessage, async ({ caller, params }) => {
    const schedule = await getSchedule(database, caller.advisorId, params.scheduleId)
    return { ...scheduledMessageOf(schedule), firings: schedule.firings.map(firingOf) }
  })

  route(app, operations.updateScheduledMessage, async input => {
    const { text, deliveryDate, frequency, status } = input.body
    const id = input.params.scheduleId
    await editSchedule(database, authorOf(input), id, {
      text,
      startsAt: deliveryDate === undefined ? undefined : new Date(deliveryDate),
      frequency: frequency as Frequency | undefined,
      isReleased: status === 'active',
    })
    return { id }
  })

  route(app, operations.cancelScheduledMessage, async input => {
    await cancelSchedule(database, authorOf(input), input.params.scheduleId)
    return undefined
  })
}
