import type { Call } from '../call.ts'
import type { Client } from '../client.ts'
import type {
  EventPage,
  EventProof,
  EventResult,
  ListEventsQuery,
  ParleyEvent,
} from '../contract.generated.ts'
import { ParleyError } from '../errors.ts'
import { members } from '../members.generated.ts'
import type { Pages } from '../pages.ts'
import { sleep } from '../sleep.ts'
import type { RequestOptions } from '../with-retries.ts'
import { type ConsumeOptions, consumeEvents } from './consume-events.ts'
import type { SinceOptions } from './event-filter.ts'

/** The service responds earlier if there is news. */
const waitSeconds = 25
const waitTimeoutMs = 40_000
const longestPauseMs = 30_000

/** What happened, in order and without gaps. */
export class Events {
  readonly #client: Client

  /** @internal */
  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Lists events. Await it for one page and the cursor to continue with, or iterate until there are no more. `since` then
   * waits for new ones.
   */
  list(query?: ListEventsQuery, options?: RequestOptions): Pages<EventResult, EventPage> {
    return this.#client.list<EventResult, EventPage>(
      '/events',
      { value: query, members: members.ListEventsQuery },
      options,
      ({ cursor, hasMore }) => (hasMore ? { after: cursor } : undefined),
    )
  }

  /** Returns one event. */
  get(eventId: string, options?: RequestOptions): Call<EventResult> {
    return this.#client.get(`/events/${encodeURIComponent(eventId)}`, undefined, options)
  }

  /** Returns a proof that the entry behind the event is in the signed log. */
  prove(eventId: string, options?: RequestOptions): Call<EventProof> {
    return this.#client.get(`/events/${encodeURIComponent(eventId)}/proof`, undefined, options)
  }

  /**
   * Iterates over everything after the cursor, and then over what happens, until the signal is given. Undefined: from the
   * oldest event since the grant; `end`: from now on. Outages are waited out. Store the cursor of an event together with
   * what you did because of it:
   *
   * ```ts
   * for await (const { event, cursor } of parley.events.since(last, { types: ['consent.*'], signal })) {
   *   await handle(event)
   *   last = cursor
   * }
   * ```
   */
  async *since(
    cursor: string | undefined,
    { types, signal }: SinceOptions = {},
  ): AsyncGenerator<EventResult, void, undefined> {
    const checkOrder = orderCheck()
    let after = cursor
    for (let failures = 0; ; ) {
      try {
        const query = {
          ...(after !== undefined && { after }),
          ...(types && { types: types.join(',') }),
          limit: 200,
          waitSeconds: after === 'end' ? 0 : waitSeconds,
        }
        const page = await this.list(query, { signal, timeoutMs: waitTimeoutMs })
        failures = 0
        for (const item of page.data) {
          checkOrder(item.event)
          yield item
        }
        after = page.cursor
      } catch (error) {
        if (!(error instanceof ParleyError) || !error.retryable) throw error
        failures += 1
        const pauseMs = (error.retryAfterSeconds ?? 2 ** Math.min(failures, 5)) * 1_000
        await sleep(Math.min(pauseMs, longestPauseMs), signal)
      }
    }
  }

  /**
   * Handles every event: in order for each conversation, in parallel across them. `save` gets the cursor up to which everything
   * is handled, so after a restart `handle` may see again what it was busy with. Returns when the signal is given; a failure of
   * `handle` ends it with that error, and nothing behind the failed event counts as handled.
   */
  consume(options: ConsumeOptions): Promise<void> {
    return consumeEvents((cursor, which) => this.since(cursor, which), options)
  }
}

/** The numbers of an advisor's events grow. Anything else would mean that the order was lost on the way. */
function orderCheck(): (event: ParleyEvent) => void {
  const last = new Map<string, number>()
  return ({ advisor, sequence, id }) => {
    if (sequence <= (last.get(advisor) ?? 0)) {
      throw new ParleyError(`The event ${id} is out of order.`, { code: 'out_of_order', retryable: false })
    }
    last.set(advisor, sequence)
  }
}
