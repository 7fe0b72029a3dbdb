import { expect, it } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import { judge } from './judge.ts'
import { bundleBytes, inputOf } from './seal-history.ts'
import { rounds, victims } from './victims.ts'

it('a bundle with a byte changed anywhere is refused, or says exactly the same', {
  timeout: 1_800_000,
}, async () => {
  const log = victims[1]?.log
  if (!log) throw new Error('no log')
  const bytes = await bundleBytes(inputOf(log, 0))
  const whole = JSON.stringify(await judge(bytes))
  const random = seededRandom(99)
  let refused = 0
  for (let round = 0; round < rounds; round += 1) {
    const copy = new Uint8Array(bytes)
    copy[random(copy.length)] = random(256)
    const report = await judge(copy)
    if (report.exitCode === 0) expect(JSON.stringify(report)).toBe(whole)
    else refused += 1
  }
  expect(refused).toBeGreaterThan(rounds / 2)
})
