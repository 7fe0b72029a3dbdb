// npm run faults:seal -- [--short] [--kills 500] [--crashes 100] [--failovers 20] [--rate 300] [--seed n] [--keep]
import { parseArgs } from 'node:util'
import { tellSinceStart } from '../tell-since-start.ts'
import { runSeal } from './run.ts'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    kills: { type: 'string' },
    crashes: { type: 'string' },
    failovers: { type: 'string' },
    rate: { type: 'string', default: '300' },
    seed: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const { short: isShort, keep } = values
const tell = tellSinceStart()

const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
console.log(`seed ${seed}`)
const { checks, counts } = await runSeal({
  faults: {
    kill: Number(values.kills ?? (isShort ? 4 : 500)),
    crash: Number(values.crashes ?? (isShort ? 1 : 100)),
    failOver: Number(values.failovers ?? (isShort ? 1 : 20)),
  },
  eventsPerSecond: Number(values.rate),
  seed,
  keep,
  tell,
})
for (const [name, count] of Object.entries(counts)) console.log(`${String(count).padStart(9)}  ${name}`)
for (const { name, examined, violations } of checks) {
  console.log(
    `${violations.length === 0 ? 'ok  ' : 'FAIL'}  ${name}: ${examined} examined, ${violations.length} violations`,
  )
  for (const violation of violations.slice(0, 5)) console.log(`        ${violation}`)
}
process.exitCode = checks.some(({ violations }) => violations.length > 0) ? 1 : 0
