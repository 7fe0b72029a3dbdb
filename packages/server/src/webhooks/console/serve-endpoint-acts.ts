import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Agent } from 'undici'
import { authorOfApplication } from '../../journal/index.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { fingerprint } from '../../platform/idempotency/fingerprint.ts'
import { type Idempotency, withoutIdempotency } from '../../platform/idempotency/idempotency.ts'
import { Problem } from '../../platform/problem/problem.ts'
import type { EndpointParts, Manager } from '../endpoints/create-endpoint.ts'
import { noEndpoint } from '../endpoints/errors.ts'
import { listDeliveries } from '../endpoints/list-deliveries.ts'
import { pauseEndpoint } from '../endpoints/pause-endpoint.ts'
import { replayEvents } from '../endpoints/replay-events.ts'
import { resumeEndpoint } from '../endpoints/resume-endpoint.ts'
import { rotateSecret } from '../endpoints/rotate-secret.ts'
import { testEndpoint } from '../endpoints/test-endpoint.ts'
import { type ConsoleContext, endpointIdOf, newOnce } from './console-context.ts'
import { describeOutcome } from './describe-outcome.ts'
import { type Deliveries, endpointPage, type Message, type Outcome } from './pages/endpoint-page.ts'
import { readEndpoints } from './read-endpoints.ts'

export interface ActParts extends EndpointParts {
  readonly agent: Agent
  readonly publicOrigin: string
}

interface EndpointRoute {
  Params: { endpointId: string }
  Querystring: { before?: unknown; outcome?: unknown; done?: unknown }
  Body: URLSearchParams | undefined
}

type Request = FastifyRequest<EndpointRoute>

interface Act {
  readonly manager: Manager
  readonly endpointId: number
  readonly form: URLSearchParams
  readonly idempotency: Idempotency
}

const address = '/developer/endpoints/:endpointId'
const deliveriesOnPage = 25
const outcomes: readonly Outcome[] = ['delivered', 'refused', 'timeout', 'unreachable']

const done: Readonly<Record<string, string>> = {
  paused: 'Paused. Nothing is sent until you resume it, and nothing is lost.',
  resumed: 'Resumed. What waited is delivered in order.',
  replayed: 'The events are sent again, beside the new ones.',
}

/** The page of an endpoint, and what can be done there. Each act calls the verb of the API. */
export function serveEndpointActs(inside: HttpServer, parts: ActParts, context: ConsoleContext): void {
  const { database } = parts
  const { sessionOf, frameOf, send } = context

  const show = async (
    request: Request,
    reply: FastifyReply,
    message?: Message,
    status = 200,
  ): Promise<FastifyReply> => {
    const { applicationId } = sessionOf(request)
    const endpointId = endpointIdOf(request.params.endpointId)
    const [endpoint] = await readEndpoints(database, applicationId, endpointId)
    if (!endpoint) throw noEndpoint()
    const deliveries = await readDeliveries(request, applicationId, endpointId)
    const page = endpointPage(frameOf(request), { endpoint, deliveries, message, once: newOnce() })
    return send(reply, page, status)
  }

  const readDeliveries = async (
    { query }: Request,
    applicationId: number,
    endpointId: number,
  ): Promise<Deliveries> => {
    const outcome = outcomes.find(known => known === query.outcome) ?? null
    const cursor = typeof query.before === 'string' ? query.before : undefined
    const wanted = { applicationId, endpointId, outcome: outcome ?? undefined, before: cursor }
    const page = await listDeliveries(database, { ...wanted, pageSize: deliveriesOnPage })
    return { rows: page.deliveries, outcome, before: page.before }
  }

  inside.get<EndpointRoute>(address, (request, reply) => {
    const text = typeof request.query.done === 'string' ? done[request.query.done] : undefined
    return show(request, reply, text === undefined ? undefined : { isBad: false, text })
  })

  /** Returns what to show, or the name of a message to show after a redirect. */
  const act = (name: string, run: (act: Act) => Promise<Message | keyof typeof done>): void => {
    inside.post<EndpointRoute>(`${address}/${name}`, async (request, reply) => {
      const endpointId = endpointIdOf(request.params.endpointId)
      const form = request.body ?? new URLSearchParams()
      const { applicationId } = sessionOf(request)
      const manager: Manager = {
        applicationId,
        ...authorOfApplication(applicationId, request.id),
        through: 'console',
      }
      try {
        const idempotency = idempotencyOf(applicationId, `console.${name}`, endpointId, form)
        const result = await run({ manager, endpointId, form, idempotency })
        if (typeof result === 'object') return await show(request, reply, result)
        return await reply.redirect(`/developer/endpoints/${endpointId}?done=${result}`, 303)
      } catch (error) {
        const isRefusal = error instanceof Problem && error.status < 500 && error.code !== 'not_found'
        if (!isRefusal) throw error
        return show(request, reply, { isBad: true, text: error.message }, error.status)
      }
    })
  }

  act('pause', async ({ manager, endpointId }) => {
    await pauseEndpoint(database, manager, endpointId)
    return 'paused'
  })
  act('resume', async ({ manager, endpointId, form }) => {
    await resumeEndpoint(database, manager, endpointId, { from: form.get('from') === 'end' ? 'end' : 'stop' })
    return 'resumed'
  })
  act('test', async ({ manager, endpointId }) => {
    const outcome = await testEndpoint(parts, manager.applicationId, endpointId)
    return { isBad: outcome.kind !== 'delivered', text: `The test event: ${describeOutcome(outcome)}` }
  })
  act('replay', async ({ manager, endpointId, form, idempotency }) => {
    const isMissed = form.get('only') === 'missed'
    const times = isMissed ? {} : { from: timeOf(form, 'from'), to: timeOf(form, 'to') }
    const only = isMissed ? 'missed' : 'all'
    await replayEvents(database, manager, endpointId, { only, ...times, idempotency })
    return 'replayed'
  })
  act('secret', async ({ manager, endpointId, form, idempotency }) => {
    const secret = await rotateSecret(parts, manager, endpointId, {
      kind: form.get('kind') === 'ed25519' ? 'ed25519' : 'hmac',
      overlapSeconds: overlaps.get(form.get('overlap') ?? '') ?? 86_400,
      idempotency,
    })
    return { isBad: false, text: 'The new secret. Save it now: it is not shown again.', secret }
  })
}

const overlaps: ReadonlyMap<string, number> = new Map([
  ['0', 0],
  ['86400', 86_400],
  ['604800', 604_800],
])

/** What a browser sends for a date and a time, without a zone. The page says that it is UTC. */
function timeOf(form: URLSearchParams, name: string): string | undefined {
  const text = form.get(name) ?? ''
  if (text === '') return undefined
  const instant = new Date(`${text}Z`)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(text) || Number.isNaN(instant.getTime()))
    throw new Problem('invalid_request', `“${name}” must be a date and a time, such as 2026-11-15T20:00.`)
  return instant.toISOString()
}

/** A form that is sent twice, by a double click or a reload, acts once. */
function idempotencyOf(
  applicationId: number,
  operation: string,
  endpointId: number,
  form: URLSearchParams,
): Idempotency {
  if (!/^[\w-]{22}$/.test(form.get('once') ?? '')) return withoutIdempotency
  const print = fingerprint({ endpointId, form: form.toString() })
  const key = { advisorId: 0, applicationId, operation, key: print.toString('hex'), fingerprint: print }
  return { key, replayed: false }
}
