import type { EventResult, ParleyEvent } from '../contract.generated.ts'
import type { SinceOptions } from './event-filter.ts'

export interface ConsumeOptions extends SinceOptions {
  /** Returns the stored cursor, or undefined at the very first start. */
  readonly load: () => string | undefined | Promise<string | undefined>
  /** Stores the cursor up to which everything is handled. */
  readonly save: (cursor: string) => void | Promise<void>
  readonly handle: (event: ParleyEvent) => void | Promise<void>
  /** Events handled at once. Default: 16. */
  readonly parallel?: number | undefined
}

interface Task {
  readonly cursor: string
  isDone: boolean
}

/** Read ahead of the oldest unfinished event, so that one slow conversation does not stop the others soon. */
const aheadMax = 1_000

type Since = (cursor: string | undefined, options: SinceOptions) => AsyncIterable<EventResult>

export async function consumeEvents(since: Since, options: ConsumeOptions): Promise<void> {
  const { load, save, handle, parallel = 16, types, signal } = options
  const ending = new AbortController()
  const end = (): void => ending.abort()
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted) end()

  const tasks: Task[] = []
  const lanes = new Map<string, Promise<void>>()
  const slots = new Slots(parallel)
  const failures: unknown[] = []
  let changed = (): void => {}
  let saving: Promise<void> | undefined

  const fail = (error: unknown): void => {
    failures.push(error)
    end()
  }

  /** The cursor of the last event before the first unfinished one. One save at a time. */
  async function saveProgress(): Promise<void> {
    for (;;) {
      let cursor: string | undefined
      while (tasks[0]?.isDone) cursor = tasks.shift()?.cursor
      if (cursor === undefined) return
      await save(cursor)
    }
  }

  async function run(before: Promise<void> | undefined, { event }: EventResult, task: Task): Promise<void> {
    await before
    await slots.take()
    try {
      // After a failure nothing new is begun.
      if (failures.length > 0) return
      await handle(event)
      task.isDone = true
      saving ??= saveProgress().finally(() => {
        saving = undefined
      })
      await saving
    } catch (error) {
      fail(error)
    } finally {
      slots.release()
      changed()
    }
  }

  try {
    for await (const item of since(await load(), { types, signal: ending.signal })) {
      const task: Task = { cursor: item.cursor, isDone: false }
      tasks.push(task)
      const lane = laneOf(item.event)
      const running = run(lanes.get(lane), item, task).finally(() => {
        if (lanes.get(lane) === running) lanes.delete(lane)
      })
      lanes.set(lane, running)
      while (tasks.length >= aheadMax && !ending.signal.aborted) {
        await new Promise<void>(resolve => {
          changed = resolve
          ending.signal.addEventListener('abort', () => resolve(), { once: true })
        })
      }
    }
  } catch (error) {
    if (!ending.signal.aborted) fail(error)
  } finally {
    signal?.removeEventListener('abort', end)
    await Promise.all(lanes.values())
    await saveProgress()
  }
  if (failures.length > 0) throw failures[0]
}

/** Events of one conversation, or else of one subject, are handled one after the other. */
const laneOf = ({
  advisor,
  conversation,
  subject,
}: ParleyEvent & { conversation?: { memberId: number } }): string =>
  conversation ? `${advisor} member ${conversation.memberId}` : `${advisor} ${subject.type} ${subject.id}`

/** A number of places, taken in turn. */
class Slots {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  async take(): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}
