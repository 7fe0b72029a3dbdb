import { expect, it } from 'vitest'
import { statements } from './list/index.ts'
import { matches } from './matches.ts'
import { Report, uncheckedNote } from './report.ts'

const gaps = '\n| Asking again | stricter | because |\n'
const verdictOn = (report: Report, number: string) =>
  report.verdicts.find(verdict => verdict.number === number)

it('lists 346 statements', () => {
  expect(statements.size).toBe(346)
})

it('a statement without an assertion fails', () => {
  const report = new Report(gaps)
  expect(report.verdicts).toHaveLength(statements.size)
  expect(verdictOn(report, '4.12')).toMatchObject({ result: 'fails', notes: [uncheckedNote] })
})

it('a statement holds only if all its assertions do, and a failure says what was expected and seen', () => {
  const report = new Report(gaps)
  const { statement } = report.assertionsOf('a scenario')
  statement('4.12 4.13', 'the status', 200, 200)
  statement('4.13', 'the code', { code: 'conflict' }, { code: /^not_found$/ })
  expect(verdictOn(report, '4.12')).toMatchObject({ result: 'holds', notes: [] })
  expect(verdictOn(report, '4.13')).toMatchObject({
    result: 'fails',
    notes: ['a scenario: the code: expected {"code":"/^not_found$/"}, seen {"code":"conflict"}'],
  })
})

it('a documented exception holds otherwise, and one without its row fails', () => {
  const report = new Report(gaps)
  const { otherwise } = report.assertionsOf('a scenario')
  otherwise('Asking again', '8.6', 'a second request', 'refused', 'refused')
  otherwise('Never asking', '4.14', 'a second request', 'refused', 'refused')
  expect(verdictOn(report, '8.6')).toMatchObject({
    result: 'holds otherwise',
    notes: ['docs/interface-gaps.md: Asking again'],
  })
  expect(verdictOn(report, '4.14')).toMatchObject({ result: 'fails' })
})

it('an assertion of an unknown number is an error', () => {
  const { statement } = new Report(gaps).assertionsOf('a scenario')
  expect(() => statement('4.99', 'the status', 200, 200)).toThrow('4.99')
})

it.each([
  [[1, 2], [1], false],
  [{ a: 1, b: 2 }, { a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: 1, b: undefined }, { a: 1, b: undefined }, false],
  [undefined, { a: 1 }, false],
  [5, /5/, false],
  ['5', /5/, true],
])('matches(%j, %j) is %s', (seen, expected, result) => {
  expect(matches(seen, expected)).toBe(result)
})
