// npm run faults:events -- [--short] [--events 1000000] [--kills 500] [--failovers 20] [--seed n] [--keep]
import { parseArgs } from 'node:util'
import { tellSinceStart } from '../tell-since-start.ts'
import { runEvents } from './run.ts'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    events: { type: 'string' },
    kills: { type: 'string' },
    failovers: { type: 'string' },
    every: { type: 'string' },
    seed: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const { short: isShort, keep } = values
const tell = tellSinceStart()

const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
console.log(`seed ${seed}`)
const { checks, counts } = await runEvents({
  events: Number(values.events ?? (isShort ? 4_000 : 1_000_000)),
  writers: isShort ? 16 : 32,
  kills: Number(values.kills ?? (isShort ? 5 : 500)),
  failOvers: Number(values.failovers ?? (isShort ? 1 : 20)),
  everyMs: Number(values.every ?? (isShort ? 1_500 : 3_000)),
  advisors: isShort ? 6 : 50,
  conversationsOfAdvisor: isShort ? 5 : 20,
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
