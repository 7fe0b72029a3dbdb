import type { Call } from './call.ts'
import type { Client } from './client.ts'
import type {
  IdResult,
  ListScheduledMessagesQuery,
  ScheduleChange,
  ScheduledMessage,
  ScheduledMessageDetail,
} from './contract.generated.ts'
import type { Pages } from './pages.ts'
import type { RequestOptions } from './with-retries.ts'

/** Texts that are sent later, once or again and again. `messages.send` with `scheduleDelivery` makes them. */
export class Schedules {
  readonly #client: Client

  /** @internal */
  constructor(client: Client) {
    this.#client = client
  }

  /** Lists scheduled texts, the active ones first. Await it for one page, or iterate over all. */
  list(query?: ListScheduledMessagesQuery, options?: RequestOptions): Pages<ScheduledMessage> {
    return this.#client.search('/text/messaging/scheduled-messages', query, options)
  }

  /** A scheduled text, with what came of the times that it was due. */
  get(scheduleId: number, options?: RequestOptions): Call<ScheduledMessageDetail> {
    return this.#client.get(
      `/text/messaging/scheduled-messages/${encodeURIComponent(scheduleId)}`,
      undefined,
      options,
    )
  }

  /** Changes what is present and keeps the rest. A new `deliveryDate` is when it fires next. */
  update(scheduleId: number, change: ScheduleChange, options?: RequestOptions): Call<IdResult> {
    return this.#client.put(
      `/text/messaging/scheduled-messages/${encodeURIComponent(scheduleId)}`,
      change,
      options,
    )
  }

  /** Cancels it: it fires no more and stays on the list. One that has ended already is an `InvalidRequestError`. */
  cancel(scheduleId: number, options?: RequestOptions): Call<void> {
    return this.#client.delete(
      `/text/messaging/scheduled-messages/${encodeURIComponent(scheduleId)}`,
      options,
    )
  }
}
