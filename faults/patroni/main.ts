// npm run faults:patroni -- [--fail-overs 10] [--rate 60] [--seed n] [--output …] [--keep]
import { parseArgs } from 'node:util'
import { PatroniDatabase } from '../machine/patroni-database.ts'
import { report } from '../report.ts'
import { run } from '../run.ts'
import { tellSinceStart } from '../tell-since-start.ts'
import { failLeaders } from './fail-leaders.ts'

const { values } = parseArgs({
  options: {
    'fail-overs': { type: 'string', default: '10' },
    rate: { type: 'string', default: '60' },
    seed: { type: 'string' },
    output: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const ratePerSecond = Number(values.rate)
const count = Number(values['fail-overs'])
console.log(`seed ${seed}`)

const result = await run({
  seed,
  ratePerSecond,
  keep: values.keep,
  tell: tellSinceStart(),
  createDatabase: folder => PatroniDatabase.create(folder),
  warmUpMs: 5_000,
  slowTextsMs: 0,
  carrierOddMs: 0,
  act: (scene, onFault) => failLeaders(scene, count, onFault),
})
const violations = await report(result, {
  output: values.output ?? `.cache/bench/faults-patroni-${seed}.json`,
  seed,
  ratePerSecond,
  form: `${count} failovers by Patroni`,
})
process.exitCode = violations === 0 ? 0 : 1
