import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { guaranteeFiles, guaranteeNames } from './guarantees.ts'
import { timedTests } from './timed-tests.ts'

it('lists tests that exist, each once, and only a few', () => {
  expect(timedTests.filter(file => !existsSync(file))).toEqual([])
  expect(new Set(timedTests).size).toBe(timedTests.length)
  expect(timedTests.length).toBeLessThanOrEqual(12)
})

it.each(timedTests)('%s is about time, not about a guarantee', file => {
  expect(file).not.toMatch(guaranteeFiles)
  const names = [
    ...readFileSync(file, 'utf8').matchAll(/\b(?:it|test|describe)(?:\.\w+)?\(\s*(['"`])(.*?)\1/gs),
  ]
  expect(names.length).toBeGreaterThan(0)
  expect(names.map(([, , name]) => name).filter(name => guaranteeNames.test(name ?? ''))).toEqual([])
})
