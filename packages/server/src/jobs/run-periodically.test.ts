import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { runPeriodically } from './run-periodically.ts'

test('work is done at once and again, one turn at a time, and a failed turn does not end it', async () => {
  let turns = 0
  let atWork = 0
  const failures: unknown[] = []
  const periodic = runPeriodically({
    everyMs: 5,
    work: async () => {
      turns += 1
      atWork += 1
      expect(atWork).toBe(1)
      await sleep(12)
      atWork -= 1
      if (turns === 2) throw new Error('once')
    },
    onFailure: error => failures.push(error),
  })
  expect(turns).toBe(1)
  await vi.waitFor(() => expect(turns).toBeGreaterThan(3))
  await periodic.stop()
  expect(atWork).toBe(0)
  expect(failures).toHaveLength(1)
  const stoppedAt = turns
  await sleep(30)
  expect(turns).toBe(stoppedAt)
})
