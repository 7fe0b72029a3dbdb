import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { runPeriodically } from './run-periodically.ts'

it('work runs at once and repeatedly, one round at a time, and survives a failed round', async () => {
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
  await vi.waitFor(() => expect(turns).toBeGreaterThan(3), 60_000)
  await periodic.stop()
  expect(atWork).toBe(0)
  expect(failures).toHaveLength(1)
  const stoppedAt = turns
  await sleep(30)
  expect(turns).toBe(stoppedAt)
})
