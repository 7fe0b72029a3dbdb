// npm run faults:upgrade -- [--rate 200] [--reader-seconds 30]
import { parseArgs } from 'node:util'
import { tellSinceStart } from '../tell-since-start.ts'
import { runUpgrade } from './run-upgrade.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    'reader-seconds': { type: 'string', default: '30' },
  },
})
const figures = await runUpgrade({
  sendsPerSecond: Number(values.rate),
  readerMs: Number(values['reader-seconds']) * 1_000,
  tell: tellSinceStart(),
})
console.log(figures)
process.exitCode =
  figures.errors.length === 0 && figures.stored === figures.sends && figures.p99Ms < 1_000 ? 0 : 1
