import { afterEach, expect, it, vi } from 'vitest'
import type { BusyTask } from '../../../test/busy-thread.ts'
import { Problem } from '../problem/problem.ts'
import { createThreads, type Threads } from './create-threads.ts'

const started: Threads<BusyTask, number>[] = []
afterEach(async () => {
  for (const threads of started.splice(0)) await threads.close()
})

function start(taskMsMax: number): Threads<BusyTask, number> {
  const threads = createThreads<BusyTask, number>({
    module: new URL('../../../test/busy-thread.ts', import.meta.url),
    threads: 1,
    tasksOfOwner: 4,
    memoryMegabytes: 64,
    taskMsMax,
    tooLong: () => new Problem('invalid_request', 'It takes too long.'),
  })
  started.push(threads)
  return threads
}

const endlessMs = 600_000

it('a task that takes too long is stopped with an error, and waiting tasks get the thread', async () => {
  const threads = start(6_000)
  const endless = Promise.allSettled([1, 2].map(advisorId => threads.run(advisorId, { ms: endlessMs })))
  const [own, other] = await Promise.all([threads.run(1, { ms: 1 }), threads.run(3, { ms: 2 })])
  expect([own, other]).toEqual([1, 2])
  for (const outcome of await endless) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'invalid_request' } })
  }
})

it('waiting for other tasks does not count', async () => {
  const threads = start(6_000)
  // The first task pays for starting the thread, which on a busy machine takes seconds.
  await vi.waitFor(() => threads.run(9, { ms: 1 }), 60_000)
  // Together they exceed the limit of one task, but each is far below it.
  const tasks = [1, 2, 3, 4].map(advisorId => threads.run(advisorId, { ms: 1_600 }))
  expect(await Promise.all(tasks)).toEqual([1_600, 1_600, 1_600, 1_600])
})
