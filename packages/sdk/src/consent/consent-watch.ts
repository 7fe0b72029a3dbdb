import { ConflictError, ForbiddenError, NotFoundError, ParleyError } from '../errors.ts'
import type { Events } from '../events/events.ts'
import { untilAborted } from '../sleep.ts'
import type { RequestOptions } from '../with-retries.ts'

/** Sees changes of consent of one number. */
export interface Watch {
  /** Resolves at a change, after the time, or when changes can no longer be seen. */
  next(ms: number, signal: AbortSignal | undefined): Promise<void>
  /** Whether changes can still be seen. */
  isLive(): boolean
  close(): void
}

interface Watcher {
  readonly phone: string
  wake: () => void
  /** A change came while nobody waited. */
  hasNews: boolean
}

/** One reader of consent events for all numbers that a client waits for: waiting for many costs no more than for one. */
export class ConsentWatch {
  readonly #events: Events
  readonly #watchers = new Set<Watcher>()
  #reader: { readonly leaving: AbortController; isLive: boolean } | undefined
  #starting: Promise<boolean> | undefined

  constructor(events: Events) {
    this.#events = events
  }

  /** Undefined: the token may not read events, or the service has none. */
  async open(phone: string, options: RequestOptions): Promise<Watch | undefined> {
    const watcher: Watcher = { phone, wake: () => {}, hasNews: false }
    this.#watchers.add(watcher)
    const close = (): void => {
      this.#watchers.delete(watcher)
      if (this.#watchers.size > 0) return
      this.#reader?.leaving.abort()
      this.#reader = undefined
    }
    try {
      this.#starting ??= this.#start(options).finally(() => {
        this.#starting = undefined
      })
      if (!(await this.#starting)) {
        close()
        return undefined
      }
    } catch (error) {
      close()
      throw error
    }
    const reader = this.#reader
    return {
      next: (ms, signal) => nextChange(watcher, ms, signal),
      isLive: () => reader?.isLive ?? false,
      close,
    }
  }

  async #start(options: RequestOptions): Promise<boolean> {
    if (this.#reader?.isLive) return true
    try {
      const { cursor } = await this.#events.list({ after: 'end', types: 'consent.*' }, options)
      const reader = { leaving: new AbortController(), isLive: true }
      this.#reader = reader
      void this.#read(cursor, reader)
      return true
    } catch (error) {
      const isRefused =
        error instanceof ForbiddenError || error instanceof NotFoundError || error instanceof ConflictError
      // An outage: polling waits it out.
      if (isRefused || (error instanceof ParleyError && error.retryable)) return false
      throw error
    }
  }

  async #read(cursor: string, reader: { readonly leaving: AbortController; isLive: boolean }): Promise<void> {
    try {
      const { signal } = reader.leaving
      for await (const { event } of this.#events.since(cursor, { types: ['consent.*'], signal })) {
        const { phone } = 'conversation' in event ? (event.conversation ?? { phone: '' }) : { phone: '' }
        for (const watcher of this.#watchers) if (watcher.phone === phone) notify(watcher)
      }
    } catch {
      // Whoever waits asks for the status next, and sees why.
    } finally {
      reader.isLive = false
      if (!reader.leaving.signal.aborted) for (const watcher of this.#watchers) notify(watcher)
    }
  }
}

function notify(watcher: Watcher): void {
  watcher.hasNews = true
  watcher.wake()
}

async function nextChange(watcher: Watcher, ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const change = new Promise<void>(resolve => {
    watcher.wake = resolve
    timer = setTimeout(resolve, ms)
    if (watcher.hasNews) resolve()
  })
  try {
    await untilAborted(change, signal)
  } finally {
    clearTimeout(timer)
    watcher.hasNews = false
  }
}
