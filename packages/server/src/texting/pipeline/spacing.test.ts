import { expect, test } from 'vitest'
import { spacing } from './find-lanes.ts'

test('what takes long is done seldom, but not so seldom that a machine which slept stays asleep', () => {
  expect(spacing(1_000, 10)).toBe(1_000)
  expect(spacing(1_000, 500)).toBe(10_000)
  // By the clock a sweep took three minutes: its machine was stopped in the middle of it.
  expect(spacing(1_000, 180_000)).toBe(60_000)
})
