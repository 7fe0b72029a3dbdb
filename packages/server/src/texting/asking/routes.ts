import { operations } from '@parley/contract'
import { getConsent, listConsentChanges, lookUpConsents, optOut, shownConsent } from '../../consent/index.ts'
import { authorOf } from '../../journal/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { requestConsent } from './request-consent.ts'

type NumberKnown = Parameters<typeof shownConsent>[0]

const shownNumber = (known: NumberKnown) => ({ phone: known.phone, ...shownConsent(known) })

export function serveConsents(app: HttpServer, { database }: { readonly database: Database }): void {
  route(app, operations.requestConsent, input =>
    requestConsent(database, authorOf(input), input.body.phoneNumbers, input.idempotency),
  )

  route(app, operations.getConsent, async ({ caller, query }) =>
    shownConsent(await getConsent(database, caller.advisorId, query)),
  )

  route(app, operations.lookUpConsents, async ({ caller, body }) => {
    const { consents, notFound } = await lookUpConsents(database, caller.advisorId, body.phoneNumbers)
    return { consents: consents.map(shownNumber), notFound: [...notFound] }
  })

  route(app, operations.listConsentChanges, async ({ caller, query }) => {
    const { consents, after } = await listConsentChanges(database, caller.advisorId, query)
    return { data: consents.map(shownNumber), ...(after !== undefined && { after }) }
  })

  route(app, operations.recordOptOut, input =>
    optOut(database, authorOf(input), input.body, input.idempotency),
  )
}
