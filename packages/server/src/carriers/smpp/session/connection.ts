// One socket on which two sides speak SMPP: requests with their answers, both ways. It knows nothing of binds.
import type { Socket } from 'node:net'
import { decodePdu } from '../codec/decode-pdu.ts'
import { encodePdu } from '../codec/encode-pdu.ts'
import type { CommandName, Pdu } from '../codec/pdu.ts'
import { createFrameReader } from '../codec/read-frames.ts'
import { statuses } from '../codec/statuses.ts'

type AnswerName = Extract<CommandName, `${string}_resp` | 'generic_nack'>
export type Request = Exclude<Pdu, { readonly command: AnswerName }>
type Unnumbered<Any> = Any extends Pdu ? Omit<Any, 'sequence' | 'status'> : never

type Answer =
  /** Its body is missing where the peer leaves it out, or it cannot be read. */
  | { readonly outcome: 'answered'; readonly status: number; readonly messageId: string | undefined }
  /** Nothing was written to the socket. */
  | { readonly outcome: 'unsent' }
  /** Written, and no answer came while it was waited for. */
  | { readonly outcome: 'unanswered' }

interface RequestOptions {
  /** On the monotonic clock. Nothing is written after it. */
  readonly notAfterMs?: number
  /** Told an answer that comes after it was given up. */
  readonly onLate?: (answer: Answer) => void
}

export interface ConnectionOptions {
  readonly socket: Socket
  readonly answerTimeoutMs: number
  /** How often the peer is asked whether it is there. One that says nothing for two of these is gone. */
  readonly enquireLinkMs: number
  /** Requests of the peer, enquire_link aside, which is answered here. */
  readonly onRequest: (request: Request) => void
  /** The peer asked something that cannot be read, and is told so. What it was is lost. */
  readonly onUnreadable?: () => void
  /** Once, with why it ended. */
  readonly onClose: (why: string) => void
}

export interface SmppConnection {
  readonly isOpen: boolean
  /** When the peer was heard last, on the monotonic clock. */
  readonly heardAtMs: number
  /** Requests that were written and not answered. */
  readonly waiting: number
  request(request: Unnumbered<Request>, options?: RequestOptions): Promise<Answer>
  answer(answer: Exclude<Pdu, Request>): void
  /** Resolves when no request waits any more. */
  drained(): Promise<void>
  /** Writes what is to be written and ends the connection. */
  end(): void
  destroy(why: string): void
}

interface Waiting {
  /** Of the moment it was written. */
  sentAtMs: number
  readonly settle: (answer: Answer) => void
  readonly onLate: RequestOptions['onLate']
}

interface Queued {
  readonly bytes: Buffer
  readonly notAfterMs: number
  /** Undefined for an answer. */
  readonly sequence: number | undefined
  readonly waiting: Waiting | undefined
}

const sequenceMax = 0x7fff_ffff
const lateMax = 10_000
const endMs = 2_000
const longestTimerMs = 2 ** 31 - 1
/** So much may wait to be written. From a peer that does not take it nothing more is read: its requests would pile up. */
const queuedMax = 20_000

export function createConnection(options: ConnectionOptions): SmppConnection {
  const { socket, answerTimeoutMs, enquireLinkMs, onRequest, onUnreadable, onClose } = options
  const waiting = new Map<number, Waiting>()
  /** Given up; their answers may still come. */
  const late = new Map<number, NonNullable<RequestOptions['onLate']>>()
  const idlers: (() => void)[] = []
  let queue: Queued[] = []
  let isWriting = false
  let isScheduled = false
  let isEnding = false
  let isClosed = false
  let why: string | undefined
  let nextSequence = 1
  let heardAtMs = performance.now()
  let askedAtMs = Number.NEGATIVE_INFINITY
  let probedAtMs = Number.NEGATIVE_INFINITY

  const read = createFrameReader(receive)
  const heartbeat = setInterval(beat, enquireLinkMs)
  const sweep = setInterval(giveUp, Math.max(10, answerTimeoutMs / 20))
  socket.on('data', chunk => {
    heardAtMs = performance.now()
    try {
      read(chunk)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      // Where the next frame begins cannot be known any more.
      nack(statuses.invalidCommandLength, 0)
      flush()
      destroy('a frame with an impossible length')
    }
  })
  socket.on('error', error => (why ??= 'code' in error ? String(error.code) : error.name))
  socket.on('end', () => destroy('ended by the other side'))
  socket.on('close', close)

  function close(): void {
    if (isClosed) return
    isClosed = true
    clearInterval(heartbeat)
    clearInterval(sweep)
    for (const { waiting: asker } of queue.splice(0)) asker?.settle({ outcome: 'unsent' })
    for (const asker of waiting.values()) asker.settle({ outcome: 'unanswered' })
    waiting.clear()
    late.clear()
    tellIdlers()
    onClose(why ?? 'closed')
  }

  function destroy(reason: string): void {
    why ??= reason
    socket.destroy()
    close()
  }

  function receive(frame: Buffer): void {
    const decoded = decodePdu(frame)
    if (decoded.is === 'pdu') {
      const { pdu } = decoded
      if (isRequest(pdu)) handle(pdu)
      else {
        const messageId = pdu.body && 'messageId' in pdu.body ? pdu.body.messageId : undefined
        settle(pdu.sequence, { outcome: 'answered', status: pdu.status, messageId })
      }
    } else if (decoded.commandId >= 0x8000_0000) {
      settle(decoded.sequence, { outcome: 'answered', status: decoded.status, messageId: undefined })
    } else {
      const isUnknown = decoded.is === 'unknown command'
      nack(isUnknown ? statuses.invalidCommandId : statuses.invalidCommandLength, decoded.sequence)
      onUnreadable?.()
    }
  }

  function handle(asked: Request): void {
    if (asked.command !== 'enquire_link') onRequest(asked)
    else answer({ command: 'enquire_link_resp', status: 0, sequence: asked.sequence, body: {}, tlvs: [] })
  }

  function nack(status: number, sequence: number): void {
    answer({ command: 'generic_nack', status, sequence, body: {}, tlvs: [] })
  }

  function settle(sequence: number, told: Answer): void {
    const asker = waiting.get(sequence)
    if (asker) {
      waiting.delete(sequence)
      asker.settle(told)
      tellIdlers()
      return
    }
    const onLate = late.get(sequence)
    late.delete(sequence)
    onLate?.(told)
  }

  /** They were written in order, so the first that still has time is followed by none that has not. */
  function giveUp(): void {
    const now = performance.now()
    for (const [sequence, asker] of waiting) {
      const sinceMs = now - asker.sentAtMs
      if (sinceMs < answerTimeoutMs) {
        // One answer may be lost. Whether all are is asked in time.
        const isSilent = heardAtMs < asker.sentAtMs && probedAtMs < asker.sentAtMs
        if (isSilent && sinceMs > answerTimeoutMs / 2) {
          probedAtMs = now
          ask()
        }
        break
      }
      // Nothing at all since then: the other side is gone, and the system does not know yet.
      if (heardAtMs < asker.sentAtMs) {
        destroy('no answer')
        return
      }
      waiting.delete(sequence)
      if (asker.onLate && late.size < lateMax) late.set(sequence, asker.onLate)
      asker.settle({ outcome: 'unanswered' })
    }
    tellIdlers()
  }

  function tellIdlers(): void {
    if (waiting.size === 0) for (const resolve of idlers.splice(0)) resolve()
  }

  function beat(): void {
    if (heardAtMs < askedAtMs) {
      destroy('silent')
      return
    }
    askedAtMs = performance.now()
    ask()
  }

  function ask(): void {
    enqueue({ command: 'enquire_link', body: {}, tlvs: [] }, () => {}, {})
  }

  function request(wanted: Unnumbered<Request>, requestOptions: RequestOptions = {}): Promise<Answer> {
    if (isClosed || isEnding || !socket.writable) return Promise.resolve({ outcome: 'unsent' })
    const { promise, resolve } = Promise.withResolvers<Answer>()
    enqueue(wanted, resolve, requestOptions)
    return promise
  }

  function enqueue(
    wanted: Unnumbered<Request>,
    tell: (answer: Answer) => void,
    { notAfterMs = Number.POSITIVE_INFINITY, onLate }: RequestOptions,
  ): void {
    const sequence = nextSequence
    nextSequence = sequence === sequenceMax ? 1 : sequence + 1
    const bytes = encodePdu({ ...wanted, status: 0, sequence })
    push({ bytes, notAfterMs, sequence, waiting: { sentAtMs: 0, settle: tell, onLate } })
  }

  function answer(pdu: Pdu): void {
    if (isClosed || !socket.writable) return
    const bytes = encodePdu(pdu)
    push({ bytes, notAfterMs: Number.POSITIVE_INFINITY, sequence: undefined, waiting: undefined })
  }

  /** What comes up while the loop turns once leaves together. */
  function push(item: Queued): void {
    queue.push(item)
    if (isWriting && queue.length > queuedMax) socket.pause()
    if (isScheduled || isWriting) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      flush()
    })
  }

  function flush(): void {
    if (isWriting || isClosed || queue.length === 0) return
    const now = performance.now()
    const items = queue
    queue = []
    const chunks: Buffer[] = []
    let soonestMs = Number.POSITIVE_INFINITY
    for (const { bytes, notAfterMs, sequence, waiting: asker } of items) {
      if (now >= notAfterMs) {
        asker?.settle({ outcome: 'unsent' })
        continue
      }
      if (asker && sequence !== undefined) {
        asker.sentAtMs = now
        waiting.set(sequence, asker)
      }
      soonestMs = Math.min(soonestMs, notAfterMs)
      chunks.push(bytes)
    }
    if (chunks.length > 0) write(Buffer.concat(chunks), soonestMs)
  }

  /** What does not leave this process in time ends the connection: it must not leave later. */
  function write(bytes: Buffer, notAfterMs: number): void {
    isWriting = true
    let timer: NodeJS.Timeout | undefined
    socket.write(bytes, () => {
      clearTimeout(timer)
      isWriting = false
      socket.resume()
      flush()
      endIfDone()
    })
    if (!isWriting || socket.writableLength === 0) return
    const leftMs = notAfterMs - performance.now()
    if (leftMs < longestTimerMs) timer = setTimeout(() => destroy('the socket takes nothing'), leftMs)
  }

  function endIfDone(): void {
    if (isEnding && !isWriting && queue.length === 0) socket.end()
  }

  return {
    get isOpen() {
      return !isClosed && !isEnding && socket.writable
    },
    get heardAtMs() {
      return heardAtMs
    },
    get waiting() {
      return waiting.size
    },
    request,
    answer,
    drained: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      idlers.push(resolve)
      if (queue.length === 0) tellIdlers()
      return promise
    },
    end: () => {
      why ??= 'closed'
      isEnding = true
      flush()
      endIfDone()
      setTimeout(() => destroy('closed'), endMs).unref()
    },
    destroy,
  }
}

function isRequest(pdu: Pdu): pdu is Request {
  return !pdu.command.endsWith('_resp') && pdu.command !== 'generic_nack'
}
