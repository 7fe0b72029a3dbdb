import type { Call } from './call.ts'
import type { Client, PostOptions } from './client.ts'
import type { MessageRequest, MessageResult, MessageStatus } from './contract.generated.ts'
import type { RequestOptions } from './with-retries.ts'

/** Texts that are sent now or later. */
export class Messages {
  readonly #client: Client

  /** @internal */
  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Sends a text to one recipient (`phone`) or to several (`phoneNumbers`), now or with `scheduleDelivery` later.
   * A recipient who may not be texted is an entry in `failures` and `failureDetails`, never an error: read both.
   */
  send(message: MessageRequest, options?: PostOptions): Call<MessageResult> {
    return this.#client.post('/text/messaging/messages', message, options)
  }

  /** How far a text has come on its way to the recipient. */
  get(messageId: number, options?: RequestOptions): Call<MessageStatus> {
    return this.#client.get(`/text/messaging/messages/${encodeURIComponent(messageId)}`, undefined, options)
  }
}
