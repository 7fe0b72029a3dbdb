import { expect, it } from 'vitest'
import { BatchSize } from './batch-size.ts'

it('claims grow with a fast carrier while they are full, and shrink with a slow one', () => {
  const size = new BatchSize()
  expect(size.texts).toBe(500)
  size.submitted(40, 1)
  expect(size.texts).toBe(500)
  size.submitted(500, 100)
  expect(size.texts).toBe(1_250)
  size.submitted(1_250, 50)
  expect(size.texts).toBe(2_000)
  size.submitted(300, 10)
  expect(size.texts).toBe(2_000)
  size.submitted(2_000, 4_000)
  expect(size.texts).toBe(500)
})

it('a batch that was answered at once counts as a millisecond', () => {
  const size = new BatchSize()
  size.submitted(500, 0)
  expect(size.texts).toBe(2_000)
})
