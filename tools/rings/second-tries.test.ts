import { expect, it } from 'vitest'
import { type FileResult, readSamples, secondTries } from './second-tries.ts'
import { timedTests } from './timed-tests.ts'

const file = (name: string, startTime: number, endTime: number, status = 'failed'): FileResult => ({
  name,
  status,
  startTime,
  endTime,
})

// Quiet for ten seconds; then the host takes half of the processor.
const samples = readSamples(`
0 cpu 100 0 0 0 0 0 0 5 9 0
10000 cpu 1100 0 0 1000 0 0 0 5 9 0
20000 cpu 1600 0 0 1500 0 0 0 1005 9 0
`)
const ordinary = 'packages/server/src/delivery/holds/holds.test.ts'

it('a failure on a machine of its own counts', () => {
  expect(secondTries([file(ordinary, 1_000, 9_000)], samples)).toEqual([])
  expect(secondTries([file(ordinary, 1_000, 9_000)], [])).toEqual([])
})

it('a file runs again if the host took the processor while it ran', () => {
  expect(secondTries([file(ordinary, 12_000, 18_000), file('b.test.ts', 0, 1, 'passed')], samples)).toEqual([
    ordinary,
  ])
})

it.each([
  'packages/server/src/delivery/holds/races.test.ts',
  'packages/server/src/delivery/dispatch/stop.test.ts',
  'packages/server/test/smpp/order.test.ts',
  'packages/server/test/access/isolation.test.ts',
  'packages/server/src/consent/replies/consent.test.ts',
])('%s never runs again', name => {
  expect(secondTries([file(name, 12_000, 18_000)], samples)).toEqual([])
})

it('a failed test of a guarantee counts, wherever it is', () => {
  const failed = (fullName: string): FileResult => ({
    ...file(ordinary, 12_000, 18_000),
    assertionResults: [{ status: 'failed', fullName }],
  })
  expect(secondTries([failed('texts resume after a hold')], samples)).toEqual([ordinary])
  expect(secondTries([failed('a recipient who opted out since gets nothing')], samples)).toEqual([])
})

it('a file that never began counts', () => {
  expect(secondTries([file(ordinary, 12_000, 12_000)], samples)).toEqual([])
})

it('one failure that counts is enough: nothing else runs again', () => {
  expect(secondTries([file(ordinary, 12_000, 18_000), file('b.test.ts', 1_000, 9_000)], samples)).toEqual([])
})

it('tests with a time limit run again on any machine', () => {
  const [timed = ''] = timedTests
  expect(secondTries([file(timed, 1_000, 9_000)], samples)).toEqual([timed])
})

it('many failures are no accident', () => {
  const many = Array.from({ length: 13 }, (_, index) => file(`${index}.test.ts`, 12_000, 18_000))
  expect(secondTries(many, samples)).toEqual([])
})
