// npm run fuzz:smpp [-- --count 100000 --seed 7]: random and mutated PDUs against the SMPP codec.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { fuzzSmpp } from '../packages/server/test/smpp/fuzz.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '10000000' }, seed: { type: 'string' } },
})
const seed = values.seed === undefined ? randomInt(2 ** 32) : Number(values.seed)
console.log(`${values.count} PDUs, seed ${seed}`)
const began = performance.now()
const { tally, slowestMs } = fuzzSmpp(Number(values.count), seed)
const seconds = (performance.now() - began) / 1_000
console.log(
  `none crashed, none hung (slowest ${slowestMs.toFixed(1)} ms), all are inverses: ${JSON.stringify(tally)} in ${seconds.toFixed(1)} s`,
)
