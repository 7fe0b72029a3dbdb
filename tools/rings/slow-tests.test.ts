import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { slowTests, unlistedSlowTests } from './slow-tests.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const reasons = { 'a.test.ts > waits*': 'It waits.' }

it('a slow test without a row is reported, and one with a row or in time is not', () => {
  const tests = [
    { name: 'a.test.ts > waits for a lease', seconds: 60 },
    { name: 'a.test.ts > counts', seconds: 60 },
    { name: 'a.test.ts > adds', seconds: 2 },
  ]
  expect(unlistedSlowTests(tests, reasons).map(({ name }) => name)).toEqual(['a.test.ts > counts'])
})

it('every row is about files that exist', () => {
  const paths = Object.keys(slowTests).map(row => row.split(' > ')[0]?.replace(/\/?\*$/, '') ?? '')
  expect(paths.filter(path => !existsSync(`${root}${path}`))).toEqual([])
})
