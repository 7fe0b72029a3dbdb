import { appOperations } from '@parley/contract'
import type { Database } from '../db/pool.ts'
import { isAnswered } from '../http/once/is-answered.ts'
import { Problem } from '../http/problem.ts'
import { appRoute } from '../http/route.ts'
import type { HttpServer } from '../http/server.ts'
import { authorOf } from '../journal/index.ts'
import { getConsentRequestText } from './consent/get-consent-request-text.ts'
import { optOut } from './consent/opt-out.ts'
import { serveConversations } from './conversations/routes.ts'
import { serveAppSchedules } from './schedules/app-routes.ts'
import { requestedSchedule } from './schedules/requested-schedule.ts'
import { scheduleMessages } from './schedules/schedule-messages.ts'
import { findRecipients, refusal } from './sending/find-recipients.ts'
import type { SendTexts } from './sending/gather-sends.ts'
import { previewRecipients } from './sending/preview-recipients.ts'

interface TextingParts {
  readonly database: Database
  /** The very one that partners send through. */
  readonly sendTexts: SendTexts
}

/** What the advisor's own app does with texts. */
export function serveTextingApp(app: HttpServer, { database, sendTexts }: TextingParts): void {
  serveConversations(app, { database })
  serveAppSchedules(app, { database })

  appRoute(app, appOperations.previewRecipients, async ({ caller, body }) => {
    const preview = await previewRecipients(database, caller.advisorId, body)
    return {
      ...preview,
      refusals: [...preview.refusals],
      recipients: preview.recipients.map(({ phone, memberId, consent, people, verdict }) => ({
        phone,
        ...(memberId === null ? {} : { memberId }),
        people: [...people],
        consent,
        verdict,
      })),
    }
  })

  appRoute(app, appOperations.sendFromApp, async input => {
    const { body, once, caller, query } = input
    const schedule = requestedSchedule(body)
    const { phones, withoutPhone, reach } = await findRecipients(database, caller.advisorId, body)
    if (phones.length === 0) throw refusal('', 'names nobody who has a phone number')
    if (query.reach !== undefined && query.reach !== reach && !(await isAnswered(database, once))) {
      throw new Problem(
        'conflict',
        'Somebody joined or left since it was shown who gets this text. Look again.',
      )
    }
    const send = { author: authorOf(input), phones, text: body.text }
    const result = await (schedule
      ? scheduleMessages(database, send, schedule, once)
      : sendTexts({ send, once }))
    return { ...result, withoutPhone }
  })

  appRoute(app, appOperations.getConsentRequestText, async ({ caller }) => {
    const { text, number } = await getConsentRequestText(database, caller.advisorId)
    return { text, from: number }
  })

  appRoute(app, appOperations.recordOptOut, async input => {
    const outcome = await optOut(database, authorOf(input), input.body)
    return { outcome: outcome === 'opted out' ? ('opted_out' as const) : ('was_opted_out' as const) }
  })
}
