import type { DeliveryRow, EndpointRow, testEndpoint } from '../../../webhooks/index.ts'
import { fields, minute, table } from '../../terminal/output.ts'

interface Whose {
  readonly clientId: string
  readonly name: string
}

/** For JSON. */
export const endpointRecord = ({ position, logSize, parked, missed, ...endpoint }: EndpointRow) => ({
  ...endpoint,
  pendingEntries: pendingOf({ position, logSize }),
  parkedEvents: parked,
  missedEvents: missed,
})

const pendingOf = ({ position, logSize }: Pick<EndpointRow, 'position' | 'logSize'>): number =>
  Math.max(0, logSize - position)

export function listOf(endpoints: readonly EndpointRow[], { clientId, name }: Whose): string {
  if (endpoints.length === 0)
    return `${name} has no endpoints yet. To add one: parley app webhook add ${clientId} --url <url>`
  return table(
    ['Id', 'URL', 'Events', 'Status', 'Retrying', 'Missed', 'Last delivery'],
    endpoints.map(({ endpointId, url, types, status, parked, missed, deliveredAt }) => [
      endpointId,
      url,
      types?.join(' ') ?? 'all',
      status,
      parked,
      missed,
      deliveredAt === null ? '-' : minute(deliveredAt),
    ]),
  )
}

export function describeEndpoint(endpoint: EndpointRow, { clientId, name }: Whose): string {
  const { endpointId, url, types, advisors, eventsPerSecond, parked, missed, deliveredAt } = endpoint
  const rows = fields([
    ['URL', url],
    ['Events', types ?? 'all'],
    ['Advisors', advisors ?? 'all who allow the application'],
    ['Rate', eventsPerSecond === null ? 'no limit' : `${eventsPerSecond} per second`],
    ['Status', describeStatus(endpoint)],
    ['Log entries to read', pendingOf(endpoint)],
    ['Events to retry', parked],
    ['Events missed', missed],
    ['Last delivery', deliveredAt === null ? '-' : minute(deliveredAt)],
    ['Created', minute(endpoint.createdAt)],
  ])
  const next = nextStep(endpoint)
  const text = `Endpoint ${endpointId} of ${name}\n\n${rows}`
  return next
    ? `${text}\n\n${next.why}: parley app webhook ${next.command(`${clientId} ${endpointId}`)}`
    : text
}

const pauseReasons = {
  asked: 'paused on request',
  gone: 'paused, because it answered 410 Gone',
  failing: 'paused, because nothing was delivered in 72 hours',
} as const

function describeStatus({ status, pausedBecause, failingSince }: EndpointRow): string {
  if (pausedBecause) return pauseReasons[pausedBecause]
  if (status === 'untested') return 'untested: gets nothing before a test event has arrived'
  return status === 'failing' && failingSince ? `failing since ${minute(failingSince)}` : status
}

interface NextStep {
  readonly why: string
  readonly command: (which: string) => string
}

function nextStep({ status, missed }: EndpointRow): NextStep | undefined {
  if (status === 'untested') return { why: 'To send a test event', command: which => `test ${which}` }
  if (status === 'paused') return { why: 'To continue', command: which => `resume ${which}` }
  if (status === 'failing') return { why: 'To see why', command: which => `deliveries ${which}` }
  return missed > 0
    ? { why: 'To send the missed events again', command: which => `replay ${which} --missed` }
    : undefined
}

export const secretText = (secret: string): string =>
  secret.startsWith('whpk_')
    ? `${fields([['Public key', secret]])}\n\nIt checks signatures and is shown only once. It need not be kept secret.`
    : `${fields([['Secret', secret]])}\n\nThe secret is shown only once. Save it in a safe place now.`

type Outcome = Awaited<ReturnType<typeof testEndpoint>>

/** For JSON. */
export const testRecord = (endpointId: number, outcome: Outcome) => ({
  endpointId,
  outcome: outcome.kind,
  httpStatus: 'status' in outcome ? outcome.status : null,
  error: outcome.kind === 'unreachable' ? outcome.why : null,
  milliseconds: outcome.milliseconds,
})

export function describeTest(endpointId: number, outcome: Outcome): string {
  const { milliseconds } = outcome
  switch (outcome.kind) {
    case 'delivered':
      return `The test event arrived at endpoint ${endpointId} (${outcome.status}, ${milliseconds} ms).`
    case 'refused':
      return `Endpoint ${endpointId} refused the test event: it answered ${outcome.status} (${milliseconds} ms). Only 2xx is a success.`
    case 'timeout':
      return `Endpoint ${endpointId} did not answer in time (${milliseconds} ms).`
    case 'unreachable':
      return `Endpoint ${endpointId} cannot be reached: ${outcome.why}`
  }
}

/** For JSON. */
export const deliveryRecord = ({ eventId, type, attempt, outcome, ...delivery }: DeliveryRow) => ({
  eventId,
  type,
  attempt,
  outcome,
  httpStatus: delivery.httpStatus,
  error: delivery.error,
  milliseconds: delivery.milliseconds,
  at: delivery.at,
})

export function deliveryList(
  deliveries: readonly DeliveryRow[],
  { hasMore, outcome }: { readonly hasMore: boolean; readonly outcome: string | undefined },
): string {
  if (deliveries.length === 0)
    return `No deliveries ${outcome === undefined ? '' : `with the outcome ${outcome} `}in the last 30 days.`
  const rows = table(
    ['Time', 'Event', 'Type', 'Attempt', 'Outcome', 'Status', 'ms', 'Error'],
    deliveries.map(({ at, eventId, type, attempt, httpStatus, milliseconds, error, ...delivery }) => [
      at.toISOString(),
      eventId,
      type,
      attempt,
      delivery.outcome,
      httpStatus ?? '-',
      milliseconds,
      error ?? '-',
    ]),
  )
  return hasMore ? `${rows}\n\nThere are more. To list them: --limit <number>` : rows
}
