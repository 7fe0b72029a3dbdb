// Work of a thread in tests: blocks for the given time, then returns.
import { answering } from '../src/platform/threads/task-outcome.ts'

export interface BusyTask {
  readonly ms: number
}

// biome-ignore lint/style/noDefaultExport: what a thread runs is its module's default export
export default answering(async ({ ms }: BusyTask) => {
  // Blocks the thread as a loop would, without taking the processor from the tests beside it.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  return ms
})
