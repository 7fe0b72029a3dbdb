import { appOperations } from '@parley/contract'
import { authorOf } from '../journal/index.ts'
import { appRoute } from '../platform/http/route.ts'
import type { HttpServer } from '../platform/http/server.ts'
import { hasStoredResponse } from '../platform/idempotency/has-stored-response.ts'
import { getConsentRequestText } from './asking/get-consent-request-text.ts'
import { requestConsentOfNew } from './asking/request-consent.ts'
import { serveConversations } from './conversations/routes.ts'
import { serveAppSchedules } from './schedules/app-routes.ts'
import { requestedSchedule } from './schedules/requested-schedule.ts'
import { sendOrSchedule, type TextingParts } from './send-or-schedule.ts'
import { findRecipients, refusal, refuseOtherReach } from './sending/find-recipients.ts'
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
      peopleWithoutPhone: [...preview.peopleWithoutPhone],
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
    const found = await findRecipients(database, caller.advisorId, body)
    const { phones, withoutPhone } = found
    if (phones.length === 0) throw refusal('', 'has no recipient with a phone number')
    if (!(await hasStoredResponse(database, idempotency))) refuseOtherReach(query.reach, found)
    const send = { author: authorOf(input), phones, text: body.text }
    const result = await sendOrSchedule(parts, { send, idempotency }, schedule)
    return { ...result, withoutPhone }
  })

  appRoute(app, appOperations.requestConsentFromApp, async input => {
    const { body, idempotency, caller, query } = input
    const found = await findRecipients(database, caller.advisorId, body)
    if (!(await hasStoredResponse(database, idempotency))) refuseOtherReach(query.reach, found)
    return requestConsentOfNew(database, authorOf(input), found.phones, idempotency)
  })

  appRoute(app, appOperations.getConsentRequestText, async ({ caller }) => {
    const { text, number } = await getConsentRequestText(database, caller.advisorId)
    return { text, from: number }
  })
}
