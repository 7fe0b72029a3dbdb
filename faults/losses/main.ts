// npm run drill -- [--losses 20] [--sends 1000] [--without receiver] [--seed n] [--keep]
import { parseArgs } from 'node:util'
import { tellSinceStart } from '../tell-since-start.ts'
import { runLosses } from './run.ts'

const { values } = parseArgs({
  options: {
    losses: { type: 'string', default: '20' },
    sends: { type: 'string', default: '1000' },
    without: { type: 'string' },
    seed: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const tell = tellSinceStart()

const { check, backMs } = await runLosses({
  losses: Number(values.losses),
  sends: Number(values.sends),
  isSynchronous: values.without !== 'receiver',
  seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
  keep: values.keep,
  tell,
})
const sorted = backMs.toSorted((a, b) => a - b)
console.log(`back after ${sorted[Math.floor(sorted.length / 2)]} ms (median), ${sorted.at(-1)} ms (longest)`)
const { name, examined, violations } = check
console.log(
  `${violations.length === 0 ? 'ok  ' : 'FAIL'}  ${name}: ${examined} examined, ${violations.length} violations`,
)
for (const violation of violations.slice(0, 5)) console.log(`      ${violation}`)
process.exitCode = violations.length === 0 ? 0 : 1
