// The write queue of a socket: frames queued in one turn of the event loop leave in one write, and nothing is sent too late.
import type { Socket } from 'node:net'
import type { PendingRequest } from './pending.ts'

interface Queued {
  readonly bytes: Buffer
  /** On the monotonic clock. Not written after it. */
  readonly notAfterMs: number
  /** Undefined for a response, which has no deadline. */
  readonly request: { readonly sequence: number; readonly asker: PendingRequest } | undefined
}

interface OutgoingOptions {
  readonly socket: Socket
  /** Called just before a request is written. */
  readonly onRequestWritten: (sequence: number, asker: PendingRequest, atMs: number) => void
  /** Called when written data does not leave this process in time. */
  readonly onStuck: () => void
}

const longestTimerMs = 2 ** 31 - 1
/** Queue limit. Beyond it nothing more is read from the peer, whose requests would pile up. */
const queuedMax = 20_000

export class Outgoing {
  readonly #options: OutgoingOptions
  #queue: Queued[] = []
  #isWriting = false
  #isScheduled = false
  #isEnding = false
  #isClosed = false

  constructor(options: OutgoingOptions) {
    this.#options = options
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0
  }

  push(item: Queued): void {
    this.#queue.push(item)
    if (this.#isWriting && this.#queue.length > queuedMax) this.#options.socket.pause()
    if (this.#isScheduled || this.#isWriting) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.flush()
    })
  }

  flush(): void {
    if (this.#isWriting || this.#isClosed || this.#queue.length === 0) return
    const now = performance.now()
    const items = this.#queue
    this.#queue = []
    const chunks: Buffer[] = []
    let soonestMs = Number.POSITIVE_INFINITY
    for (const { bytes, notAfterMs, request } of items) {
      if (now >= notAfterMs) {
        request?.asker.settle({ outcome: 'unsent' })
        continue
      }
      if (request) this.#options.onRequestWritten(request.sequence, request.asker, now)
      soonestMs = Math.min(soonestMs, notAfterMs)
      chunks.push(bytes)
    }
    if (chunks.length > 0) this.#write(Buffer.concat(chunks), soonestMs)
  }

  /** Data that does not leave this process in time ends the connection, so that it is not sent later. */
  #write(bytes: Buffer, notAfterMs: number): void {
    const { socket, onStuck } = this.#options
    this.#isWriting = true
    let timer: NodeJS.Timeout | undefined
    socket.write(bytes, () => {
      clearTimeout(timer)
      this.#isWriting = false
      socket.resume()
      this.flush()
      this.#endIfDone()
    })
    if (!this.#isWriting || socket.writableLength === 0) return
    const leftMs = notAfterMs - performance.now()
    if (leftMs < longestTimerMs) timer = setTimeout(onStuck, leftMs)
  }

  /** Writes the queue, then ends the socket. */
  end(): void {
    this.#isEnding = true
    this.flush()
    this.#endIfDone()
  }

  #endIfDone(): void {
    if (this.#isEnding && !this.#isWriting && this.#queue.length === 0) this.#options.socket.end()
  }

  /** The socket is closed: queued frames stay unsent. */
  close(): void {
    this.#isClosed = true
    for (const { request } of this.#queue.splice(0)) request?.asker.settle({ outcome: 'unsent' })
  }
}
