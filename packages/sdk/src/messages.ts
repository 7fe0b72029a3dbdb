import type { Call } from './call.ts'
import type { Client, PostOptions } from './client.ts'
import type { MessageRequest, MessageResult, MessageStatus } from './contract.generated.ts'
import { members } from './members.generated.ts'
import type { RequestOptions } from './with-retries.ts'

/** Texts, sent now or scheduled. */
export class Messages {
  readonly #client: Client

  /** @internal */
  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Sends a text to one recipient (`phone`) or to several (`phoneNumbers`), now or with `scheduleDelivery` later.
   * A recipient who may not be texted appears in `failures` and `failureDetails`; no error is thrown.
   */
  send(message: MessageRequest, options?: PostOptions): Call<MessageResult> {
    return this.#client.post(
      '/text/messaging/messages',
      { value: message, members: members.MessageRequest },
      options,
    )
  }

  /** Returns the delivery status of a text. */
  get(messageId: number, options?: RequestOptions): Call<MessageStatus> {
    return this.#client.get(`/text/messaging/messages/${encodeURIComponent(messageId)}`, undefined, options)
  }
}
