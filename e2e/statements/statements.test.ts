// The partner interface, statement by statement, against a running installation.
import { beforeAll, expect, it } from 'vitest'
import { checkStatements } from './check-statements.ts'
import { statements } from './list/index.ts'
import type { Report } from './report.ts'

let report: Report
beforeAll(async () => {
  report = await checkStatements()
}, 720_000)

it('every scenario runs to its end', () => {
  expect(report.broken).toEqual([])
})

it.each([...statements])('%s: %s', number => {
  const failures = report.verdicts.filter(verdict => verdict.number === number && verdict.result === 'fails')
  expect(failures).toEqual([])
})
