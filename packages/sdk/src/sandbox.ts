import type { Call } from './call.ts'
import type { Client, PostOptions } from './client.ts'
import type { HandsetMessage, IdResult, ListHandsetMessagesQuery } from './contract.generated.ts'
import { members } from './members.generated.ts'
import type { Pages } from './pages.ts'
import type { RequestOptions } from './with-retries.ts'

/** Sandbox features. In production every call throws a `NotFoundError`. */
export class Sandbox {
  readonly #client: Client

  /** @internal */
  constructor(client: Client) {
    this.#client = client
  }

  /** A virtual phone with any number you choose. */
  handset(phone: string): Handset {
    return new Handset(this.#client, phone)
  }
}

/** A sandbox phone that texts with the advisor you act for. */
export class Handset {
  readonly #client: Client
  readonly #path: string

  /** @internal */
  constructor(client: Client, phone: string) {
    this.#client = client
    this.#path = `/sandbox/handsets/${encodeURIComponent(phone)}`
  }

  /** Texts that the phone has received and sent, oldest first. Await it for one page, or iterate over all. */
  messages(query?: ListHandsetMessagesQuery, options?: RequestOptions): Pages<HandsetMessage> {
    return this.#client.search(
      `${this.#path}/messages`,
      { value: query, members: members.ListHandsetMessagesQuery },
      options,
    )
  }

  /** Texts the advisor from this phone: YES, STOP or anything else. */
  reply(text: string, options?: PostOptions): Call<IdResult> {
    return this.#client.post(
      `${this.#path}/replies`,
      { value: { text }, members: members.HandsetReply },
      options,
    )
  }
}
