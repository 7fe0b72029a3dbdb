import { expect, it } from 'vitest'
import { spacing } from './find-lanes.ts'

it('slow work runs rarely, but a suspended machine does not idle for long afterwards', () => {
  expect(spacing(1_000, 10)).toBe(1_000)
  expect(spacing(1_000, 500)).toBe(10_000)
  // Measured by the clock, the sweep took three minutes: its machine was suspended in the middle.
  expect(spacing(1_000, 180_000)).toBe(60_000)
})
