import { appOperations } from '@parley/contract'
import { authorOf } from '../journal/index.ts'
import { appRoute } from '../platform/http/route.ts'
import type { HttpServer } from '../platform/http/server.ts'
import { hasStoredResponse } from '../platform/idempotency/has-stored-response.ts'
import { Problem } from '../platform/problem/problem.ts'
import { getConsentRequestText } from './asking/get-consent-request-text.ts'
import { serveConversations } from './conversations/routes.ts'
import { serveAppSchedules } from './schedules/app-routes.ts'
import { requestedSchedule } from './schedules/requested-schedule.ts'
import { sendOrSchedule, type TextingParts } from './send-or-schedule.ts'
import { findRecipients, refusal } from './sending/find-recipients.ts'
import { previewRecipients } from './sending/preview-recipients.ts'

/** Texting routes of the advisor app. */
export function serveTextingApp(app: HttpServer, parts: TextingParts): void {
  const { database } = parts
  serveConversations(app, { database })
  serveAppSchedules(app, { database })

  appRoute(app, appOperations.previewRecipients, async ({ caller, body }) => {
    const preview = await previewRecipients(database, caller.advisorId, body)
    return {
      ...preview,
      refusals: [...preview.refusals],
      recipients: preview.recipients.map(({ phone, memberId, consent, dateTimeMayAsk, people, verdict }) => ({
        phone,
        ...(memberId === null ? {} : { memberId }),
        people: [...people],
        consent,
        ...(dateTimeMayAsk !== undefined && { dateTimeMayAsk }),
        verdict,
      })),
    }
  })

  appRoute(app, appOperations.sendFromApp, async input => {
    const { body, idempotency, caller, query } = input
    const schedule = requestedSchedule(body)
    const { phones, withoutPhone, reach } = await findRecipients(database, caller.advisorId, body)
    if (phones.length === 0) throw refusal('', 'has no recipient with a phone number')
    if (
      query.reach !== undefined &&
      query.reach !== reach &&
      !(await hasStoredResponse(database, idempotency))
    ) {
      throw new Problem(
        'conflict',
        'The recipients have changed since the preview. Check them and send again.',
      )
    }
    const send = { author: authorOf(input), phones, text: body.text }
    const result = await sendOrSchedule(parts, { send, idempotency }, schedule)
    return { ...result, withoutPhone }
  })

  appRoute(app, appOperations.getConsentRequestText, async ({ caller }) => {
    const { text, number } = await getConsentRequestText(database, caller.advisorId)
    return { text, from: number }
  })
}
