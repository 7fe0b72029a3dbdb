import type { Call } from '../call.ts'
import type { Client, PostOptions } from '../client.ts'
import type {
  ConsentChanges,
  ConsentLookupResult,
  ConsentRequest,
  ConsentRequestResult,
  ConsentStatus,
  GetConsentQuery,
  ListConsentChangesQuery,
  NumberConsent,
  OptOut,
  OptOutResult,
} from '../contract.generated.ts'
import { members } from '../members.generated.ts'
import type { Pages } from '../pages.ts'
import type { RequestOptions } from '../with-retries.ts'

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

  /** Returns the consent status of up to 200 numbers in one request. Numbers that no contact has are in `notFound`. */
  lookUp(phoneNumbers: string[], options?: PostOptions): Call<ConsentLookupResult> {
    return this.#client.post(
      '/text/messaging/consents/lookup',
      { value: { phoneNumbers }, members: members.ConsentLookup },
      options,
    )
  }

  /**
   * Lists numbers in the order of their last request, reply or opt-out, oldest first. Await it for one page, or iterate over all.
   */
  changes(query?: ListConsentChangesQuery, options?: RequestOptions): Pages<NumberConsent, ConsentChanges> {
    return this.#client.list<NumberConsent, ConsentChanges>(
      '/text/messaging/consents/changes',
      { value: query, members: members.ListConsentChangesQuery },
      options,
      ({ after }) => (after === undefined ? undefined : { after }),
    )
  }

  /** Records an opt-out that you heard of other than by text. Only a START from the recipient reverses it. */
  recordOptOut(optOut: OptOut, options?: PostOptions): Call<OptOutResult> {
    return this.#client.post('/text/messaging/opt-outs', { value: optOut, members: members.OptOut }, options)
  }
}
