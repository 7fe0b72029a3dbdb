import { appOperations } from '@parley/contract'
import { listConnectedApplications } from '../../identity/index.ts'
import { listReadings } from '../../journal/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { appRoute } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { listWebhooksAbout } from '../../webhooks/index.ts'

/** What connected applications get to know. */
export function serveDisclosures(app: HttpServer, { database }: { readonly database: Database }): void {
  appRoute(app, appOperations.listApplicationDisclosures, async ({ caller: { advisorId } }) => {
    const applications = await listConnectedApplications(database, advisorId)
    const webhooks = await listWebhooksAbout(database, advisorId)
    const { readAt, since } = await listReadings(database, advisorId)
    return {
      data: applications.map(({ applicationId }) => {
        const readLast = readAt.get(applicationId)
        return {
          applicationId,
          webhooks: webhooks
            .filter(webhook => webhook.applicationId === applicationId)
            .map(({ host, types, since: toldSince }) => ({
              host,
              ...(types && { types: [...types] }),
              dateTimeSince: toldSince.toISOString(),
            })),
          ...(readLast && { dateTimeConversationsRead: readLast.toISOString() }),
        }
      }),
      since: since.toISOString(),
    }
  })
}
