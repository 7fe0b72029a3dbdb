import type { Call } from './call.ts'
import type { Client, PostOptions } from './client.ts'
import type { HandsetMessage, IdResult, ListHandsetMessagesQuery } from './contract.generated.ts'
import type { Pages } from './pages.ts'
import type { RequestOptions } from './with-retries.ts'

/** What only a sandbox has. In production everything here is a `NotFoundError`. */
export class Sandbox {
  readonly #client: Client

  /** @internal */
  constructor(client: Client) {
    this.#client = client
  }

  /** The phone with this number, any number: you are its owner. */
  handset(phone: string): Handset {
    return new Handset(this.#client, phone)
  }
}

/** A phone of the sandbox, which texts with the advisor you act for. */
export class Handset {
  readonly #client: Client
  readonly #path: string

  /** @internal */
  constructor(client: Client, phone: string) {
    this.#client = client
    this.#path = `/sandbox/handsets/${encodeURIComponent(phone)}`
  }

  /** What the phone has received and sent, oldest first. Await it for one page, or iterate over all. */
  messages(query?: ListHandsetMessagesQuery, options?: RequestOptions): Pages<HandsetMessage> {
    return this.#client.search(`${this.#path}/messages`, query, options)
  }

  /** Texts the advisor, as the phone's owner would: YES, STOP or anything else. */
  reply(text: string, options?: PostOptions): Call<IdResult> {
    return this.#client.post(`${this.#path}/replies`, { text }, options)
  }
}
