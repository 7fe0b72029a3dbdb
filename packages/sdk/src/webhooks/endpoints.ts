import type { Call } from '../call.ts'
import type { Client, PostOptions } from '../client.ts'
import type {
  ConsoleLink,
  CreatedEndpoint,
  DeliveryList,
  DeliveryOutcome,
  Endpoint,
  EndpointList,
  EndpointRequest,
  EndpointResumption,
  EndpointUpdate,
  ListDeliveriesQuery,
  ReplayRequest,
  ReplayResult,
  RotatedSecret,
  SecretRotation,
} from '../contract.generated.ts'
import { members } from '../members.generated.ts'
import type { Pages } from '../pages.ts'
import type { RequestOptions } from '../with-retries.ts'

const path = (endpointId: number, rest = ''): string =>
  `/events/endpoints/${encodeURIComponent(endpointId)}${rest}`

const noBody = { value: undefined, members: [] }

/** Webhook endpoints. Needs an application token with the scope `events.manage`. */
export class Endpoints {
  readonly #client: Client

  /** @internal */
  constructor(client: Client) {
    this.#client = client
  }

  /** Creates an endpoint that gets events from now on. `secret` is returned only here. */
  create(endpoint: EndpointRequest, options?: PostOptions): Call<CreatedEndpoint> {
    return this.#client.post(
      '/events/endpoints',
      { value: endpoint, members: members.EndpointRequest },
      options,
    )
  }

  /** Lists all endpoints of the application, on one page. */
  list(options?: RequestOptions): Pages<Endpoint, EndpointList> {
    return this.#client.list<Endpoint, EndpointList>('/events/endpoints', noBody, options, () => undefined)
  }

  /** Returns one endpoint and how far it is. */
  get(endpointId: number, options?: RequestOptions): Call<Endpoint> {
    return this.#client.get(path(endpointId), undefined, options)
  }

  /** Replaces the members that are present, keeps those that are absent, and clears those that are null. */
  update(endpointId: number, update: EndpointUpdate, options?: RequestOptions): Call<Endpoint> {
    return this.#client.put(path(endpointId), { value: update, members: members.EndpointUpdate }, options)
  }

  /** Deletes an endpoint with its secrets and deliveries. */
  delete(endpointId: number, options?: RequestOptions): Call<void> {
    return this.#client.delete(path(endpointId), options)
  }

  /** Posts a test event now and returns what became of it. */
  test(endpointId: number, options?: PostOptions): Call<DeliveryOutcome> {
    return this.#client.post(path(endpointId, '/test'), noBody, options)
  }

  /** Returns a new secret; the old one signs too until the overlap ends. */
  rotateSecret(
    endpointId: number,
    rotation: SecretRotation = {},
    options?: PostOptions,
  ): Call<RotatedSecret> {
    return this.#client.post(
      path(endpointId, '/secret'),
      { value: rotation, members: members.SecretRotation },
      options,
    )
  }

  /** Stops deliveries. Nothing is discarded. */
  pause(endpointId: number, options?: PostOptions): Call<Endpoint> {
    return this.#client.post(path(endpointId, '/pause'), noBody, options)
  }

  /** Continues where it stopped, at the `end`, or at a cursor. */
  resume(endpointId: number, from: EndpointResumption = {}, options?: PostOptions): Call<Endpoint> {
    return this.#client.post(
      path(endpointId, '/resume'),
      { value: from, members: members.EndpointResumption },
      options,
    )
  }

  /** Sends events again: those that were given up, or all of a time. */
  replay(endpointId: number, replay: ReplayRequest, options?: PostOptions): Call<ReplayResult> {
    return this.#client.post(
      path(endpointId, '/replays'),
      { value: replay, members: members.ReplayRequest },
      options,
    )
  }

  /** Returns a link that opens the developers' console once, for one of your developers. */
  createConsoleLink(options?: PostOptions): Call<ConsoleLink> {
    return this.#client.post('/events/console-links', noBody, options)
  }

  /** Lists attempts of the last 30 days, newest first. Await it for one page, or iterate over all. */
  deliveries(
    endpointId: number,
    query?: ListDeliveriesQuery,
    options?: RequestOptions,
  ): Pages<DeliveryList['data'][number], DeliveryList> {
    return this.#client.list<DeliveryList['data'][number], DeliveryList>(
      path(endpointId, '/deliveries'),
      { value: query, members: members.ListDeliveriesQuery },
      options,
      ({ before }) => (before === undefined ? undefined : { before }),
    )
  }
}
