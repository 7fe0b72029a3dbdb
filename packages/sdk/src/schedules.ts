import type { Call } from './call.ts'
import type { Client } from './client.ts'
import type {
  IdResult,
  ListScheduledMessagesQuery,
  ScheduleChange,
  ScheduledMessage,
  ScheduledMessageDetail,
} from './contract.generated.ts'
import { members } from './members.generated.ts'
import type { Pages } from './pages.ts'
import type { RequestOptions } from './with-retries.ts'

/** Scheduled texts, one-time or recurring. Create them with `messages.send` and `scheduleDelivery`. */
export class Schedules {
  readonly #client: Client

  /** @internal */
  constructor(client: Client) {
    this.#client = client
  }

  /** Lists scheduled texts, the active ones first. Await it for one page, or iterate over all. */
  list(query?: ListScheduledMessagesQuery, options?: RequestOptions): Pages<ScheduledMessage> {
    return this.#client.search(
      '/text/messaging/scheduled-messages',
      { value: query, members: members.ListScheduledMessagesQuery },
      options,
    )
  }

  /** Returns a scheduled text with the outcome of each firing. */
  get(scheduleId: number, options?: RequestOptions): Call<ScheduledMessageDetail> {
    return this.#client.get(
      `/text/messaging/scheduled-messages/${encodeURIComponent(scheduleId)}`,
      undefined,
      options,
    )
  }

  /** Replaces the fields that are present. A new `deliveryDate` is when it fires next; `status: 'active'` releases a held text. */
  update(scheduleId: number, change: ScheduleChange, options?: RequestOptions): Call<IdResult> {
    return this.#client.put(
      `/text/messaging/scheduled-messages/${encodeURIComponent(scheduleId)}`,
      { value: change, members: members.ScheduleChange },
      options,
    )
  }

  /** Cancels a scheduled text; it stays in the list. Throws an `InvalidRequestError` if it has already ended. */
  cancel(scheduleId: number, options?: RequestOptions): Call<void> {
    return this.#client.delete(
      `/text/messaging/scheduled-messages/${encodeURIComponent(scheduleId)}`,
      options,
    )
  }
}
