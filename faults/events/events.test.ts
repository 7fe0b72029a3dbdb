// A short form of `npm run faults:events`.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { checkReaders } from './check-readers.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

it('three readers see every event once and in order through kills and a failover', {
  timeout: 900_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [main, '--short']).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout)
    },
  )
  expect(stdout).toMatch(/\b1 {2}failOvers\n/)
  expect(stdout).toMatch(/webhook: every committed event: \d+ examined, 0 violations/)
  // Otherwise the faults came when everything was over. A page is between two calls when its api dies, by chance; a stream is not.
  expect(Number(/(\d+) {2}streams interrupted/.exec(stdout)?.[1])).toBeGreaterThan(0)
})

describe('the checks find', () => {
  const event = (conversation: number, number: number): number => conversation * 10_000_000 + number
  const whole = [event(1, 1), event(2, 1), event(1, 2)]
  const committed = new Map([
    [1, 2],
    [2, 1],
  ])
  const found = (webhook: readonly number[], stream = whole): string[] =>
    checkReaders({ pages: whole, stream, webhook }, committed)
      .filter(({ violations }) => violations.length > 0)
      .map(({ name }) => name)

  it('nothing in what is whole, in whichever order the conversations come', () => {
    expect(found([event(2, 1), event(1, 1), event(1, 2)])).toEqual([])
  })
  it('a missing last event', () => {
    expect(found([event(1, 1), event(2, 1)])).toEqual(['webhook: every committed event'])
  })
  it('a gap, a repetition and the wrong order', () => {
    const inOrder = 'webhook: each event of a conversation once, in order'
    expect(found([event(1, 2), event(2, 1)])).toContain(inOrder)
    expect(found([...whole, event(2, 1)])).toContain(inOrder)
    expect(found([event(1, 2), event(1, 1), event(2, 1)])).toEqual([inOrder])
  })
  it('an event of a stranger', () => {
    expect(found([...whole, event(3, 1)])).toEqual([
      'webhook: nothing of advisors who do not allow the application',
    ])
  })
  it('a stream in another order than the pages', () => {
    expect(found(whole, [event(2, 1), event(1, 1), event(1, 2)])).toEqual([
      'stream and pages: the same order',
    ])
  })
})
