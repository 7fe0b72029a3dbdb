import { expect, it } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import type { Victim } from './attack.ts'
import { databaseAttacks } from './database-attacks.ts'
import { judge, judgeInput } from './judge.ts'
import { keyAttacks } from './key-attacks.ts'
import { exportEntry, makeHistory } from './make-history.ts'
import { bundleBytes, honest, inputOf, sealHistory } from './seal-history.ts'

const rounds = process.env['EVIDENCE_LONG'] === '1' ? 10_000 : 200
const attacks = Object.entries({ ...databaseAttacks, ...keyAttacks })

function makeVictim(seed: number): Omit<Victim, 'random'> {
  const random = seededRandom(seed)
  const made = makeHistory(random, {
    owners: 2 + random(3),
    entries: 300 + random(300),
    phones: 4 + random(8),
    old: seed % 3 === 0 ? 20 : 0,
    startMs: Date.parse('2026-11-01T00:00:00Z'),
    pauseMs: 20_000,
  })
  const history = [...made, exportEntry(0, (made.at(-1)?.atMs ?? 0) + 1000)]
  return { history, log: sealHistory(history, honest) }
}

const victims = Array.from({ length: 6 }, (_, seed) => makeVictim(seed))

it('the bundles are honest before they are attacked', async () => {
  for (const { log } of victims) expect((await judgeInput(inputOf(log, 0))).exitCode).toBe(0)
})

it.each(attacks)('%s is found, and the entry is named', async (name, attack) => {
  const share = Math.ceil(rounds / attacks.length)
  for (let round = 0; round < share; round += 1) {
    const seed = round * 31 + name.length
    const victim = victims[round % victims.length]
    if (!victim) continue
    const { input, failing, seq } = attack({ ...victim, random: seededRandom(seed) })
    const report = await judgeInput(input)
    const found = report.verdicts.find(verdict => verdict.name === failing)
    const explain = `seed ${seed}: ${JSON.stringify(report.verdicts)}`
    expect(report.exitCode, explain).toBe(1)
    expect(found?.outcome, explain).toBe('failed')
    expect(found?.words).not.toBe('')
    if (seq !== undefined) expect(found?.counterExample?.seq, explain).toBe(seq)
  }
})

it('a bundle with a byte changed anywhere is refused, or says exactly the same', async () => {
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
