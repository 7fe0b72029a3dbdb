// npm run faults:restore -- [--restores 50] [--seed n] [--without <guarantee>] [--keep]
import { parseArgs } from 'node:util'
import { tellSinceStart } from '../tell-since-start.ts'
import { type BreachName, breaches, runBreach } from './breaches.ts'
import { runRestores } from './run.ts'

const { values } = parseArgs({
  options: {
    restores: { type: 'string', default: '50' },
    seed: { type: 'string' },
    without: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const tell = tellSinceStart()

const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
console.log(`seed ${seed}`)
const options = { restores: Number(values.restores), seed, keep: values.keep, tell }
const breach = values.without as BreachName | undefined
if (breach !== undefined && !Object.hasOwn(breaches, breach)) {
  throw new Error(`There is no guarantee ${breach}, only ${Object.keys(breaches).join(', ')}`)
}
const { checks, counts } =
  breach === undefined ? await runRestores(options) : await runBreach(breach, options)
for (const [name, count] of Object.entries(counts)) console.log(`${String(count).padStart(9)}  ${name}`)
for (const { name, examined, violations } of checks) {
  const verdict = violations.length === 0 ? 'ok  ' : 'FAIL'
  console.log(`${verdict}  ${name}: ${examined} examined, ${violations.length} violations`)
  for (const violation of violations.slice(0, 5)) console.log(`      ${violation}`)
}
const failed = checks.filter(({ violations }) => violations.length > 0).map(({ name }) => name)
const noticedBy = breach === undefined ? undefined : breaches[breach].noticedBy
const isAsExpected = noticedBy === undefined ? failed.length === 0 : failed.includes(noticedBy)
if (noticedBy !== undefined) console.log(isAsExpected ? `noticed: ${noticedBy}` : `NOT noticed: ${noticedBy}`)
process.exitCode = isAsExpected ? 0 : 1
