import { operations } from '@parley/contract'
import { authorOf } from '../journal/index.ts'
import type { Database } from '../platform/db/pool.ts'
import { route } from '../platform/http/route.ts'
import type { HttpServer } from '../platform/http/server.ts'
import { serveTextingApp } from './app-routes.ts'
import { serveConsents } from './asking/routes.ts'
import { getAccount } from './get-account.ts'
import { getMessage } from './reading/get-message.ts'
import { serveReading } from './reading/routes.ts'
import { requestedSchedule } from './schedules/requested-schedule.ts'
import { serveSchedules } from './schedules/routes.ts'
import { sendOrSchedule } from './send-or-schedule.ts'
import { batchSends } from './sending/batch-sends.ts'
import { deliveryFailureOf } from './sending/delivery-failure.ts'

export function serveTexting(app: HttpServer, { database }: { readonly database: Database }): void {
  serveSchedules(app, { database })
  const parts = { database, sendTexts: batchSends(database) }
  serveTextingApp(app, parts)

  route(app, operations.sendMessage, async input => {
    const { body, idempotency } = input
    const schedule = requestedSchedule(body)
    const phones = [...new Set(body.phoneNumbers ?? [body.phone as string])]
    const send = { author: authorOf(input), phones, text: body.text }
    return sendOrSchedule(parts, { send, idempotency }, schedule)
  })

  route(app, operations.getMessage, async input => {
    const message = await getMessage(database, authorOf(input), {
      ...input.params,
      mayReadTexts: input.caller.scopes.has('text.conversations.read'),
    })
    return {
      messageId: message.messageId,
      memberId: message.memberId,
      phone: message.phone,
      ...(message.text !== undefined && { direction: message.direction, text: message.text }),
      status: message.status,
      ...deliveryFailureOf(message),
      dateTimeCreated: message.createdAt.toISOString(),
      dateTimeUpdated: message.updatedAt.toISOString(),
    }
  })

  route(app, operations.getAccount, ({ caller, usage }) => getAccount(database, caller, usage))

  serveConsents(app, { database })
  serveReading(app, { database })
}
