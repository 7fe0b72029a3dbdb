import { setTimeout as pause } from 'node:timers/promises'
import {
  ConflictError,
  type EventType,
  type Handset,
  type HandsetMessage,
  NotFoundError,
  type Parley,
  type ParleyEvent,
} from '../../src/index.ts'
import { CommandError } from '../surroundings.ts'

interface StageParts {
  readonly parley: Parley
  readonly phone: string
  readonly print: (line: string) => void
  readonly signal: AbortSignal
}

/** Longer than the slowest handset takes. */
const patienceMs = 30_000
const lookEveryMs = 200

/** An advisor and a virtual phone that text with each other, and what the service reports about it. */
export class Stage {
  readonly #parts: StageParts
  readonly #handset: Handset
  readonly #events: AsyncIterator<{ readonly event: ParleyEvent }>

  private constructor(parts: StageParts, cursor: string) {
    const { parley, phone, signal } = parts
    this.#parts = parts
    this.#handset = parley.sandbox.handset(phone)
    const until = AbortSignal.any([signal, AbortSignal.timeout(2 * patienceMs)])
    this.#events = parley.events.since(cursor, { types: ['message.*', 'consent.*'], signal: until })
  }

  /** Fails before anything is sent where phones are real. */
  static async open(parts: StageParts): Promise<Stage> {
    const { parley, phone, signal } = parts
    await parley.sandbox
      .handset(phone)
      .messages({ pageSize: 1 }, { signal })
      .catch((error: unknown) => {
        if (error instanceof NotFoundError)
          throw new CommandError('This is not a sandbox: it has no virtual phones. Nothing was sent.')
        if (error instanceof ConflictError) throw new CommandError(`${error.message} Nothing was sent.`)
        throw error
      })
    const { cursor } = await parley.events.list({ after: 'end' }, { signal })
    return new Stage(parts, cursor)
  }

  get phone(): string {
    return this.#parts.phone
  }

  async hasConsented(): Promise<boolean> {
    const { parley, phone, signal } = this.#parts
    const status = await parley.consents.get({ phone }, { signal }).catch((error: unknown) => {
      if (error instanceof NotFoundError) return undefined
      throw error
    })
    if (status?.optedOut) throw new CommandError(`${phone} has opted out. Choose another number.`)
    return status?.state === 'accepted'
  }

  async requestConsent(): Promise<void> {
    const { parley, phone, print, signal } = this.#parts
    const before = new Set((await this.#texts()).map(({ messageId }) => messageId))
    const { failures } = await parley.consents.request({ phoneNumbers: [phone] }, { signal })
    const [failure] = failures
    if (failure !== undefined) throw new CommandError(failure)
    print(`The advisor requests consent from ${phone}.`)
    if (!phone.endsWith('9001'))
      await this.#arrived(({ messageId }) => messageId !== undefined && !before.has(messageId))
  }

  /** Returns the message's id. */
  async send(text: string): Promise<number> {
    const { parley, phone, print, signal } = this.#parts
    const { successes, failures } = await parley.messages.send({ phone, text }, { signal })
    const [sent] = successes
    if (!sent?.messageId) throw new CommandError(failures[0] ?? 'The text was not accepted.')
    print(`The advisor texts ${phone}.`)
    await this.#arrived(({ messageId }) => messageId === sent.messageId)
    return sent.messageId
  }

  async reply(text: string): Promise<void> {
    const { phone, print, signal } = this.#parts
    await this.#handset.reply(text, { signal })
    print(`${phone} replies: ${text}`)
  }

  /** Prints the events of this phone up to the one that is expected. */
  async expect(type: EventType, messageId?: number): Promise<void> {
    const { phone, print, signal } = this.#parts
    for (;;) {
      const next = await this.#events.next().catch((error: unknown) => {
        if (signal.aborted || (error as Error).name !== 'TimeoutError') throw error
        throw new CommandError(`No ${type} came within a minute. Is the worker running?`)
      })
      if (next.done) throw new CommandError(`No ${type} came.`)
      const { event } = next.value
      if (!('conversation' in event) || event.conversation?.phone !== phone) continue
      print(`${event.id}  ${event.type}`)
      const isIt =
        messageId === undefined || ('messageId' in event.data && event.data.messageId === messageId)
      if (event.type === type && isIt) return
    }
  }

  #texts(): Promise<HandsetMessage[]> {
    return this.#handset.messages({ pageSize: 200 }, { signal: this.#parts.signal }).toArray()
  }

  async #arrived(isIt: (text: HandsetMessage) => boolean): Promise<void> {
    const deadline = Date.now() + patienceMs
    while (!(await this.#texts()).some(isIt)) {
      if (Date.now() > deadline) throw new CommandError('The text did not arrive. Is the worker running?')
      await pause(lookEveryMs, undefined, { signal: this.#parts.signal })
    }
  }
}
