import { expect } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import type { Attack, Victim } from './attack.ts'
import { judgeInput } from './judge.ts'
import { roundsOfAttack, victims } from './victims.ts'

/** Makes an attack again and again, each time on another entry: the report must name it. */
export async function expectFound(name: string, attack: (victim: Victim) => Attack): Promise<void> {
  for (let round = 0; round < roundsOfAttack; round += 1) {
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
}
