import type { MessagePort } from 'node:worker_threads'
import { Tinypool } from 'tinypool'
import { ClassifiedDatabaseError } from '../db/errors.ts'
import { Problem } from '../problem/problem.ts'
import { createSlots } from './create-slots.ts'
import type { TaskOutcome } from './task-outcome.ts'

interface ThreadSettings {
  /** A module whose default export does the work: `answering(…)`. */
  readonly module: URL
  readonly threads: number
  /** Limit of one advisor's tasks, including the running one. */
  readonly tasksOfOwner: number
  readonly memoryMegabytes: number
  /** How long one task may use a thread. Waiting for it does not count. */
  readonly taskMsMax: number
  /** Error for the owner of a task that took longer. */
  readonly tooLong: () => Problem
}

export interface Threads<Task, Result> {
  /** Runs a task for an advisor, after earlier ones of the same advisor. It may wait for minutes, so `admit` is called just before. */
  run(
    advisorId: number,
    task: Task,
    transferred?: readonly Transferable[],
    admit?: () => Promise<void>,
  ): Promise<Result>
  close(): Promise<void>
}

type Transferable = ArrayBuffer | MessagePort

const idleMs = 60_000

/**
 * Runs CPU-heavy work in threads instead of on the event loop. An advisor has one task at a time, so that an advisor with many
 * files delays only themselves. A task that takes too long is ended with its thread, the only way to stop work that never
 * yields. Threads start on demand.
 */
export function createThreads<Task, Result>(settings: ThreadSettings): Threads<Task, Result> {
  const { module, threads, tasksOfOwner, memoryMegabytes, taskMsMax, tooLong } = settings
  // Not left to the pool: it does not report when a task starts, and after a thread has ended it starts none for its queue.
  const slots = createSlots(threads)
  const lastOf = new Map<number, Promise<unknown>>()
  const countOf = new Map<number, number>()
  let pool: Tinypool | undefined

  const start = (): Tinypool =>
    new Tinypool({
      filename: module.href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      // Under node --watch a thread reports its imports in messages that the library does not expect.
      env: {},
      // An idle thread that waits by Atomics sends no messages and closes no ports.
      useAtomics: false,
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
    })

  async function runNow(task: Task, transferred: readonly Transferable[]): Promise<Result> {
    pool ??= start()
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), taskMsMax)
    let outcome: TaskOutcome<Result>
    try {
      outcome = await pool.run(task, { transferList: [...transferred] as never, signal: deadline.signal })
    } catch (error) {
      throw deadline.signal.aborted ? tooLong() : error
    } finally {
      clearTimeout(timer)
    }
    switch (outcome.is) {
      case 'result':
        return outcome.value
      case 'problem':
        throw new Problem(outcome.code, outcome.detail, { details: outcome.details })
      case 'database failure':
        throw new ClassifiedDatabaseError(outcome.failure, outcome.code)
    }
  }

  return {
    run: async (advisorId, task, transferred = [], admit = async () => {}) => {
      const count = (countOf.get(advisorId) ?? 0) + 1
      if (count > tasksOfOwner) {
        throw new Problem('rate_limited', 'Your other files are still being read. Try again in a moment.', {
          headers: { 'retry-after': '5' },
        })
      }
      countOf.set(advisorId, count)
      const before = lastOf.get(advisorId)
      const running = (async () => {
        await before?.catch(() => {})
        return slots.run(async () => {
          await admit()
          return runNow(task, transferred)
        })
      })()
      lastOf.set(advisorId, running)
      try {
        return await running
      } finally {
        const left = (countOf.get(advisorId) ?? 1) - 1
        if (left > 0) countOf.set(advisorId, left)
        else countOf.delete(advisorId)
        if (lastOf.get(advisorId) === running) lastOf.delete(advisorId)
      }
    },
    close: async () => {
      await pool?.destroy()
    },
  }
}
