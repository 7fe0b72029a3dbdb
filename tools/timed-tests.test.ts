import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { timedTests } from './timed-tests.ts'

const guarantees =
  /\b(?:in order|out of order|lost|duplicates?|twice|doubled?|consents?|opts? out|opted out|STOP|isolation|races?|crash(?:es)?|another advisor)\b/

it('lists tests that exist, each once, and only a few', () => {
  expect(timedTests.filter(file => !existsSync(file))).toEqual([])
  expect(new Set(timedTests).size).toBe(timedTests.length)
  expect(timedTests.length).toBeLessThanOrEqual(12)
})

it.each(timedTests)('%s is about time, not about a guarantee', file => {
  expect(file).not.toMatch(/order|race|crash|fault|isolation|consent|stop|restored/)
  const names = [
    ...readFileSync(file, 'utf8').matchAll(/\b(?:it|test|describe)(?:\.\w+)?\(\s*(['"`])(.*?)\1/gs),
  ]
  expect(names.length).toBeGreaterThan(0)
  expect(names.map(([, , name]) => name).filter(name => guarantees.test(name ?? ''))).toEqual([])
})
