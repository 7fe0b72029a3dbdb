import { expect, it } from 'vitest'
import { BatchSize } from './batch-size.ts'

it('claims grow with a fast carrier while they are full, and shrink with a slow one', () => {
  const size = new BatchSize()
  expect(size.texts).toBe(500)
  size.submitted({ texts: 40, taken: 40, tookMs: 1 })
  expect(size.texts).toBe(500)
  size.submitted({ texts: 500, taken: 500, tookMs: 100 })
  expect(size.texts).toBe(1_250)
  size.submitted({ texts: 1_250, taken: 1_250, tookMs: 50 })
  expect(size.texts).toBe(2_000)
  size.submitted({ texts: 300, taken: 300, tookMs: 10 })
  expect(size.texts).toBe(2_000)
  size.submitted({ texts: 2_000, taken: 2_000, tookMs: 4_000 })
  expect(size.texts).toBe(500)
})

it('a batch that was answered at once counts as a millisecond', () => {
  const size = new BatchSize()
  size.submitted({ texts: 500, taken: 500, tookMs: 0 })
  expect(size.texts).toBe(2_000)
})

it('a carrier that is down or throttles does not count as a fast one', () => {
  const size = new BatchSize()
  size.submitted({ texts: 500, taken: 500, tookMs: 50 })
  expect(size.texts).toBe(2_000)
  size.submitted({ texts: 2_000, taken: 0, tookMs: 5 })
  expect(size.texts).toBe(500)
})
