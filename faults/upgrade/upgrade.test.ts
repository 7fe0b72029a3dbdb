import { expect, it } from 'vitest'
import { runUpgrade } from './run-upgrade.ts'

it('an upgrade under load refuses no send for good, and stores each once', async () => {
  const { sends, stored, errors } = await runUpgrade({ sendsPerSecond: 30, readerMs: 2_000, tell: () => {} })
  expect(errors).toEqual([])
  expect(sends).toBeGreaterThan(100)
  expect(stored).toBe(sends)
})
