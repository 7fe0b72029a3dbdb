import { type DeliveryOutcome, type Endpoint, type Operation, operations } from '@parley/contract'
import type { Agent } from 'undici'
import { type EventCursors, type LogCuts, placeOfCursor } from '../../events/index.ts'
import { authorOfApplication } from '../../journal/index.ts'
import { type OpenInput, openRoute } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Problem } from '../../platform/problem/problem.ts'
import type { Outcome } from '../calls/attempt-delivery.ts'
import { createConsoleLink } from '../console/create-console-link.ts'
import { changeEndpoint } from './change-endpoint.ts'
import { createEndpoint, type EndpointParts, type Manager } from './create-endpoint.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { findEndpoint } from './find-endpoint.ts'
import { listDeliveries } from './list-deliveries.ts'
import { pauseEndpoint } from './pause-endpoint.ts'
import { type EndpointRow, endpointsOf } from './queries.ts'
import { replayEvents } from './replay-events.ts'
import { resumeEndpoint } from './resume-endpoint.ts'
import { rotateSecret } from './rotate-secret.ts'
import { testEndpoint } from './test-endpoint.ts'

interface RouteParts extends EndpointParts {
  readonly agent: Agent
  readonly publicOrigin: string
  readonly cursors: EventCursors
  readonly cuts: LogCuts
}

/** Webhook endpoints, for the application itself. */
export function serveEndpoints(app: HttpServer, parts: RouteParts): void {
  const { database, cursors, cuts } = parts

  const manage = <const O extends Operation>(
    operation: O,
    handler: (manager: Manager, input: OpenInput<O>) => Promise<object | undefined>,
  ): void =>
    openRoute(app, operation, async input => {
      const answer = await handler(managerOf(input), input)
      return answer ? input.reply.send(answer) : input.reply.code(204).send()
    })

  const show = (row: EndpointRow, restores: number): Endpoint =>
    shownEndpoint(row, cursors.print({ position: row.position, restores }))

  const shown = async ({ applicationId }: Manager, endpointId: number): Promise<Endpoint> =>
    show(await findEndpoint(database, applicationId, endpointId), await cuts.restores())

  manage(operations.createEndpoint, async (manager, { body, idempotency }) => {
    const { endpointId, secret } = await createEndpoint(parts, manager, body, idempotency)
    return { endpoint: await shown(manager, endpointId), secret }
  })
  manage(operations.listEndpoints, async ({ applicationId }) => {
    const rows = await endpointsOf(database, [applicationId])
    const restores = await cuts.restores()
    return { data: rows.map(row => show(row, restores)) }
  })
  manage(operations.getEndpoint, (manager, { params }) => shown(manager, params.endpointId))
  manage(operations.updateEndpoint, async (manager, { params: { endpointId }, body }) => {
    await changeEndpoint(parts, manager, endpointId, body)
    return shown(manager, endpointId)
  })
  manage(operations.deleteEndpoint, async (manager, { params }) => {
    await deleteEndpoint(database, manager, params.endpointId)
    return undefined
  })
  manage(operations.testEndpoint, async ({ applicationId }, { params }) =>
    shownOutcome(await testEndpoint(parts, applicationId, params.endpointId)),
  )
  manage(operations.rotateEndpointSecret, async (manager, { params, body, idempotency }) => ({
    secret: await rotateSecret(parts, manager, params.endpointId, {
      kind: body.kind ?? 'hmac',
      overlapSeconds: body.overlapSeconds ?? 86_400,
      idempotency,
    }),
  }))
  manage(operations.pauseEndpoint, async (manager, { params: { endpointId } }) => {
    await pauseEndpoint(database, manager, endpointId)
    return shown(manager, endpointId)
  })
  manage(operations.resumeEndpoint, async (manager, { params: { endpointId }, body: { from = 'stop' } }) => {
    const place = from === 'stop' || from === 'end' ? from : await placeOfCursor({ cursors, cuts }, from)
    if (place === undefined)
      throw new Problem('invalid_request', 'from is not a cursor of this service.', {
        details: {
          reason: 'cursor',
          errors: [{ path: '/from', message: 'is not a cursor of this service' }],
        },
      })
    await resumeEndpoint(database, manager, endpointId, { from: place })
    return shown(manager, endpointId)
  })
  manage(operations.replayEvents, (manager, { params, body: { only = 'all', ...times }, idempotency }) =>
    replayEvents(database, manager, params.endpointId, { only, ...times, idempotency }),
  )
  manage(operations.createConsoleLink, async ({ applicationId, actor, traceId }) => {
    const asked = { applicationId, actor, traceId, publicOrigin: parts.publicOrigin }
    const { url, expiresAt } = await createConsoleLink(database, asked)
    return { url, dateTimeExpires: expiresAt.toISOString() }
  })
  manage(operations.listDeliveries, async ({ applicationId }, { params: { endpointId }, query }) => {
    const { deliveries, before } = await listDeliveries(database, { applicationId, endpointId, ...query })
    return {
      data: deliveries.map(({ eventId, type, attempt, at, httpStatus, error, ...row }) => ({
        eventId,
        type,
        attempt,
        outcome: row.outcome,
        ...(httpStatus !== null && { httpStatus }),
        ...(error !== null && { error }),
        milliseconds: row.milliseconds,
        dateTime: at.toISOString(),
      })),
      ...(before !== undefined && { before }),
    }
  })
}

function managerOf<O>({ caller, traceId }: OpenInput<O>): Manager {
  if (caller.advisorId !== null)
    throw new Problem(
      'forbidden',
      'Endpoints belong to the application. Use an application token, from client credentials without an advisor.',
    )
  if (!caller.scopes.has('events.manage'))
    throw new Problem('forbidden', 'The access token lacks the scope events.manage.')
  return { applicationId: caller.applicationId, ...authorOfApplication(caller.applicationId, traceId) }
}

function shownEndpoint(row: EndpointRow, cursor: string): Endpoint {
  return {
    endpointId: row.endpointId,
    url: row.url,
    ...(row.types && { types: [...row.types] }),
    ...(row.advisors && { advisors: [...row.advisors] }),
    ...(row.eventsPerSecond !== null && { eventsPerSecond: row.eventsPerSecond }),
    ...(row.noticeEmail !== null && { noticeEmail: row.noticeEmail }),
    status: row.status,
    ...(row.pausedBecause && { pausedBecause: row.pausedBecause }),
    cursor,
    pendingEntries: Math.max(0, row.logSize - row.position),
    parkedEvents: row.parked,
    missedEvents: row.missed,
    ...(row.failingSince && { dateTimeFailing: row.failingSince.toISOString() }),
    ...(row.deliveredAt && { dateTimeDelivered: row.deliveredAt.toISOString() }),
    dateTimeCreated: row.createdAt.toISOString(),
  }
}

const shownOutcome = (outcome: Outcome): DeliveryOutcome => ({
  outcome: outcome.kind,
  ...('status' in outcome && { httpStatus: outcome.status }),
  ...(outcome.kind === 'unreachable' && { error: outcome.why }),
  milliseconds: outcome.milliseconds,
})
