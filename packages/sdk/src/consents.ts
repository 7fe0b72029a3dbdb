import type { Call } from './call.ts'
import type { Client, PostOptions } from './client.ts'
import type {
  ConsentRequest,
  ConsentRequestResult,
  ConsentStatus,
  GetConsentQuery,
} from './contract.generated.ts'
import type { RequestOptions } from './with-retries.ts'

/** Who agreed to be texted. */
export class Consents {
  readonly #client: Client

  /** @internal */
  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Texts the firm's consent request to these numbers. Every call sends again: look at `lastRequested` of `get` first.
   * A number that has accepted already fails the whole call with an `InvalidRequestError` whose `details.accepted` lists
   * it; one that has opted out is an entry in `failures`.
   */
  request(request: ConsentRequest, options?: PostOptions): Call<ConsentRequestResult> {
    return this.#client.post('/text/messaging/consent-requests', request, options)
  }

  /** Where consent stands for a `phone` or a `memberId`. No contact with that number is a `NotFoundError`. */
  get(query: GetConsentQuery, options?: RequestOptions): Call<ConsentStatus> {
    return this.#client.get('/text/messaging/consents', query, options)
  }
}
