import type { Carrier, CarrierEvents, LookedUp, OutgoingText, Submission } from '../carriers/index.ts'
import { connectToSimulator } from './connection.ts'
import { type FromSimulator, simulatorName, type ToSimulator } from './wire.ts'

interface RemoteOptions {
  /** tcp://host:port */
  readonly url: string
  /** Called with each failure to handle an event. */
  readonly onFailure: (error: unknown) => void
  readonly answerTimeoutMs?: number
  /** Interval of probes. */
  readonly heartbeatMs?: number
}

type Answer = Extract<FromSimulator, { readonly id: number }>

interface Waiting {
  /** Undefined: the response will not come. */
  readonly settle: (answer?: Answer) => void
}

/** Limit of a frame in characters of JSON, unless it is a single text. */
const frameCharacters = 1024 * 1024

/** The simulator as a separate process. */
export function createRemoteSimulator({
  url,
  onFailure,
  answerTimeoutMs = 10_000,
  heartbeatMs = 5_000,
}: RemoteOptions): Carrier {
  let nextId = 1
  let events: CarrierEvents | undefined
  let isClosed = false
  const waiting = new Map<number, Waiting>()
  const underWay = new Set<Promise<unknown>>()
  const connection = connectToSimulator({ url, heartbeatMs, onOpen, onFrame, onLost })

  /** Requests on a lost connection stay without a response. */
  function onLost(): void {
    for (const { settle } of waiting.values()) settle()
  }

  function onOpen(): void {
    if (events) connection.write({ kind: 'listen', wanted: true })
  }

  function onFrame(frame: FromSimulator): void {
    if (frame.kind === 'pong' || frame.kind === 'hello') return
    // The second of two responses finds no request.
    if ('id' in frame) waiting.get(frame.id)?.settle(frame)
    else void track(receive(frame))
  }

  async function receive(frame: Extract<FromSimulator, { readonly event: number }>): Promise<void> {
    const acknowledge = connection.acknowledger(frame.event)
    try {
      if (!events || isClosed) throw new Error('no listener')
      if (frame.kind === 'texts') {
        await events.receiveTexts(frame.texts.map(text => ({ ...text, sentAt: new Date(text.sentAt) })))
      } else {
        await events.receiveReceipts(
          frame.receipts.map(receipt => ({ ...receipt, at: new Date(receipt.at) })),
        )
      }
      acknowledge('received')
    } catch (error) {
      acknowledge('not received')
      if (!isClosed) onFailure(error)
    }
  }

  /** Resolves with the response, or with why there is none. */
  async function ask(
    request: (id: number) => ToSimulator,
    notAfterMs: number,
  ): Promise<Answer | 'not written' | 'no answer'> {
    const id = nextId
    nextId += 1
    const { promise, resolve } = Promise.withResolvers<Answer | 'no answer'>()
    // Before the write: when that returns, the connection may already be gone.
    const wait = (): void => {
      const settle: Waiting['settle'] = answer => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(answer ?? 'no answer')
      }
      const timer = setTimeout(settle, answerTimeoutMs)
      waiting.set(id, { settle })
    }
    const isWritten = !isClosed && (await connection.writeInTime(request(id), notAfterMs, wait))
    return isWritten ? promise : 'not written'
  }

  async function submit(texts: readonly OutgoingText[], notAfterMs: number): Promise<Submission[]> {
    const all = (submission: Submission) => texts.map(() => submission)
    const answer = await ask(id => ({ kind: 'submit', id, texts }), notAfterMs)
    if (answer === 'not written') return all({ status: 'unsent' })
    const isWhole =
      answer !== 'no answer' && answer.kind === 'submitted' && answer.submissions.length === texts.length
    return isWhole ? [...answer.submissions] : all({ status: 'unknown' })
  }

  async function lookUp(references: readonly string[]): Promise<LookedUp[]> {
    const answer = await ask(id => ({ kind: 'look up', id, references }), Number.POSITIVE_INFINITY)
    if (typeof answer === 'string' || answer.kind !== 'looked up') {
      throw new Error('the simulator cannot look up texts now')
    }
    return [...answer.found]
  }

  function track<Result>(work: Promise<Result>): Promise<Result> {
    const tracked: Promise<unknown> = work.finally(() => underWay.delete(tracked)).catch(() => {})
    underWay.add(tracked)
    return work
  }

  return {
    name: simulatorName,
    get link() {
      return connection.isOpen && !isClosed ? 'up' : 'down'
    },
    submit: (texts, notAfterMs) =>
      track(Promise.all(inFrames(texts).map(part => submit(part, notAfterMs))).then(parts => parts.flat())),
    lookUp: references => track(lookUp(references)),
    listen: listener => {
      events = listener
      onOpen()
    },
    close: async () => {
      if (connection.isOpen && events) connection.write({ kind: 'listen', wanted: false })
      isClosed = true
      // New events are refused, and delivered to another worker.
      while (underWay.size > 0) await Promise.allSettled(underWay)
      await connection.close()
    },
  }
}

function inFrames(texts: readonly OutgoingText[]): OutgoingText[][] {
  const frames: OutgoingText[][] = []
  let room = 0
  for (const text of texts) {
    // An escape takes six characters.
    const size = 6 * (text.text.length + text.reference.length) + 100
    if (size > room) {
      frames.push([])
      room = frameCharacters
    }
    frames.at(-1)?.push(text)
    room -= size
  }
  return frames
}
