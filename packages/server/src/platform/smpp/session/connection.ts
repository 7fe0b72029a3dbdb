// One socket on which two sides speak SMPP: requests and responses in both directions. It knows nothing of binds.
import type { Socket } from 'node:net'
import { decodePdu } from '../codec/decode-pdu.ts'
import { encodePdu } from '../codec/encode-pdu.ts'
import type { CommandName, Pdu } from '../codec/pdu.ts'
import { createFrameReader } from '../codec/read-frames.ts'
import { statuses } from '../codec/statuses.ts'
import { Outgoing } from './outgoing.ts'
import { type Answer, type PendingRequest, PendingRequests } from './pending.ts'

type AnswerName = Extract<CommandName, `${string}_resp` | 'generic_nack'>
export type Request = Exclude<Pdu, { readonly command: AnswerName }>
type Unnumbered<Any> = Any extends Pdu ? Omit<Any, 'sequence' | 'status'> : never

interface RequestOptions {
  /** On the monotonic clock. Nothing is written after it. */
  readonly notAfterMs?: number
  /** Receives a response that arrives after the request timed out. */
  readonly onLate?: NonNullable<PendingRequest['onLate']>
}

export interface ConnectionOptions {
  readonly socket: Socket
  readonly answerTimeoutMs: number
  /** Interval of enquire_link. A peer that is silent for two intervals is gone. */
  readonly enquireLinkMs: number
  /** Requests of the peer except enquire_link, which is answered here. */
  readonly onRequest: (request: Request) => void
  /** The peer sent a malformed request and gets an error response. Its content is lost. */
  readonly onUnreadable?: () => void
  /** Called once, with the reason. */
  readonly onClose: (why: string) => void
}

export interface SmppConnection {
  readonly isOpen: boolean
  /** When the peer was last heard, on the monotonic clock. */
  readonly heardAtMs: number
  /** Requests that were written and have no response. */
  readonly waiting: number
  request(request: Unnumbered<Request>, options?: RequestOptions): Promise<Answer>
  answer(answer: Exclude<Pdu, Request>): void
  /** Resolves when no request is waiting. */
  drained(): Promise<void>
  /** Writes what is queued and ends the connection. */
  end(): void
  destroy(why: string): void
}

const sequenceMax = 0x7fff_ffff
const endMs = 2_000

export function createConnection(options: ConnectionOptions): SmppConnection {
  const { socket, answerTimeoutMs, enquireLinkMs, onClose } = options
  const pending = new PendingRequests(answerTimeoutMs)
  const outgoing = new Outgoing({
    socket,
    onRequestWritten: (sequence, asker, atMs) => pending.add(sequence, asker, atMs),
    onStuck: () => destroy('the socket accepts no data'),
  })
  let isEnding = false
  let isClosed = false
  let why: string | undefined
  let nextSequence = 1
  let heardAtMs = performance.now()
  let askedAtMs = Number.NEGATIVE_INFINITY

  const receive = createReceiver(options, pending, answer)
  const read = createFrameReader(receive)
  const heartbeat = setInterval(beat, enquireLinkMs)
  const sweep = setInterval(giveUp, Math.max(10, answerTimeoutMs / 20))
  socket.on('data', chunk => {
    heardAtMs = performance.now()
    try {
      read(chunk)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      // The start of the next frame can no longer be found.
      answer(nack(statuses.invalidCommandLength, 0))
      outgoing.flush()
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
    outgoing.close()
    pending.close()
    onClose(why ?? 'closed')
  }

  function destroy(reason: string): void {
    why ??= reason
    socket.destroy()
    close()
  }

  function giveUp(): void {
    const found = pending.giveUp(performance.now(), heardAtMs)
    if (found === 'gone') destroy('no answer')
    else if (found === 'probe') ask()
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
    settle: (answer: Answer) => void,
    { notAfterMs = Number.POSITIVE_INFINITY, onLate }: RequestOptions,
  ): void {
    const sequence = nextSequence
    nextSequence = sequence === sequenceMax ? 1 : sequence + 1
    const bytes = encodePdu({ ...wanted, status: 0, sequence })
    outgoing.push({ bytes, notAfterMs, request: { sequence, asker: { settle, onLate } } })
  }

  function answer(pdu: Pdu): void {
    if (isClosed || !socket.writable) return
    outgoing.push({ bytes: encodePdu(pdu), notAfterMs: Number.POSITIVE_INFINITY, request: undefined })
  }

  return {
    get isOpen() {
      return !isClosed && !isEnding && socket.writable
    },
    get heardAtMs() {
      return heardAtMs
    },
    get waiting() {
      return pending.size
    },
    request,
    answer,
    drained: () => {
      const idle = pending.idle()
      if (outgoing.isEmpty) pending.tellIdlers()
      return idle
    },
    end: () => {
      why ??= 'closed'
      isEnding = true
      outgoing.end()
      setTimeout(() => destroy('closed'), endMs).unref()
    },
    destroy,
  }
}

/** Routes each frame: a response to its request, a request to the handler. */
function createReceiver(
  { onRequest, onUnreadable }: Pick<ConnectionOptions, 'onRequest' | 'onUnreadable'>,
  pending: PendingRequests,
  answer: (pdu: Pdu) => void,
): (frame: Buffer) => void {
  return frame => {
    const decoded = decodePdu(frame)
    if (decoded.is === 'pdu') {
      const { pdu } = decoded
      if (isRequest(pdu)) handle(pdu)
      else {
        const messageId = pdu.body && 'messageId' in pdu.body ? pdu.body.messageId : undefined
        pending.settle(pdu.sequence, { outcome: 'answered', status: pdu.status, messageId })
      }
    } else if (decoded.commandId >= 0x8000_0000) {
      pending.settle(decoded.sequence, { outcome: 'answered', status: decoded.status, messageId: undefined })
    } else {
      const isUnknown = decoded.is === 'unknown command'
      answer(nack(isUnknown ? statuses.invalidCommandId : statuses.invalidCommandLength, decoded.sequence))
      onUnreadable?.()
    }
  }

  function handle(asked: Request): void {
    if (asked.command !== 'enquire_link') onRequest(asked)
    else answer({ command: 'enquire_link_resp', status: 0, sequence: asked.sequence, body: {}, tlvs: [] })
  }
}

const nack = (status: number, sequence: number): Pdu => ({
  command: 'generic_nack',
  status,
  sequence,
  body: {},
  tlvs: [],
})

function isRequest(pdu: Pdu): pdu is Request {
  return !pdu.command.endsWith('_resp') && pdu.command !== 'generic_nack'
}
