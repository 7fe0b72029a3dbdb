import { operations } from '@parley/contract'
import type { Database } from '../db/pool.ts'
import { route } from '../http/route.ts'
import type { HttpServer } from '../http/server.ts'
import { authorOf } from '../journal/index.ts'
import { serveTextingApp } from './app-routes.ts'
import { shownState } from './consent/consent.ts'
import { getConsent } from './consent/get-consent.ts'
import { requestConsent } from './consent/request-consent.ts'
import { requestedSchedule } from './schedules/requested-schedule.ts'
import { serveSchedules } from './schedules/routes.ts'
import { scheduleMessages } from './schedules/schedule-messages.ts'
import { gatherSends } from './sending/gather-sends.ts'
import { getMessage } from './sending/get-message.ts'

export function serveTexting(app: HttpServer, { database }: { readonly database: Database }): void {
  serveSchedules(app, { database })
  const sendTexts = gatherSends(database)
  serveTextingApp(app, { database, sendTexts })

  route(app, operations.sendMessage, async input => {
    const { body, once } = input
    const schedule = requestedSchedule(body)
    const phones = [...new Set(body.phoneNumbers ?? [body.phone as string])]
    const send = { author: authorOf(input), phones, text: body.text }
    return schedule ? scheduleMessages(database, send, schedule, once) : sendTexts({ send, once })
  })

  route(app, operations.getMessage, async ({ caller, params }) => {
    const { createdAt, updatedAt, reason, ...message } = await getMessage(
      database,
      caller.advisorId,
      params.messageId,
    )
    return {
      ...message,
      ...(reason === null ? {} : { reason }),
      dateTimeCreated: createdAt.toISOString(),
      dateTimeUpdated: updatedAt.toISOString(),
    }
  })

  route(app, operations.requestConsent, input =>
    requestConsent(database, authorOf(input), input.body.phoneNumbers, input.once),
  )

  route(app, operations.getConsent, async ({ caller, query }) => {
    const known = await getConsent(database, caller.advisorId, query)
    const { memberId, consent, lastChanged, lastRequested, lastEvent } = known
    return {
      memberId,
      state: shownState(consent),
      lastChanged: lastChanged.getTime(),
      ...(lastRequested === null ? {} : { lastRequested: lastRequested.getTime() }),
      ...(lastEvent === 'declined' ? { declined: true } : {}),
      ...(consent === 'opted_out' ? { optedOut: true } : {}),
    }
  })
}
