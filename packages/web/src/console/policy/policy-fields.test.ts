import { expect, it } from 'vitest'
import { numberWords } from './policy-fields.ts'

it.each([
  [24, 'hour', '24 hours'],
  [1, 'day', '1 day'],
  [0, 'hour', 'At once'],
  [1, 'NO', 'one NO'],
  [2, 'NO', '2 times NO'],
] as const)('a setting of %i (%s) reads %s', (value, unit, words) => {
  expect(numberWords(value, unit)).toBe(words)
})
