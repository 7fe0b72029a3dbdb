import type { Call } from './call.ts'
import type { Client, PostOptions } from './client.ts'
import type {
  ConsentRequest,
  ConsentRequestResult,
  ConsentStatus,
  GetConsentQuery,
} from './contract.generated.ts'
import { members } from './members.generated.ts'
import type { RequestOptions } from './with-retries.ts'

/** Consent to receive texts. */
export class Consents {
  readonly #client: Client

  /** @internal */
  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Sends the firm's consent request to these numbers. If any number has already accepted, the whole call fails with an
   * `InvalidRequestError` whose `details.accepted` lists it. A number that opted out, declined, or was asked within the last
   * 24 hours appears in `failures`; `mayAskAt` in its `failureDetails` says when it may be asked.
   */
  request(request: ConsentRequest, options?: PostOptions): Call<ConsentRequestResult> {
    return this.#client.post(
      '/text/messaging/consent-requests',
      { value: request, members: members.ConsentRequest },
      options,
    )
  }

  /** Returns the consent status for a `phone` or a `memberId`. Throws a `NotFoundError` if the number is unknown. */
  get(query: GetConsentQuery, options?: RequestOptions): Call<ConsentStatus> {
    return this.#client.get(
      '/text/messaging/consents',
      { value: query, members: members.GetConsentQuery },
      options,
    )
  }
}
