// npm run faults -- [--short] [--minutes 10] [--seed n] [--rate 200]
//   [--without synchronous_commit|consent-lock|fsync] [--power-cut] [--output …] [--keep]
import { runFaults } from './kinds/run-faults.ts'
import { DatabasePair } from './machine/database-pair.ts'
import { DidNotStartError } from './machine/postgres-node.ts'
import { type MutationName, mutations } from './mutations.ts'
import { readOptions } from './options.ts'
import { report } from './report.ts'
import { run } from './run.ts'
import { runPowerCut } from './run-power-cut.ts'
import { tellSinceStart } from './tell-since-start.ts'

const options = readOptions(process.argv.slice(2))
const { seed, ratePerSecond, isShort, minutes, output, keep } = options
const tell = tellSinceStart()

const common = { seed, ratePerSecond, keep, tell }
const about = { output, seed, ratePerSecond }
const warmUpMs = isShort ? 4_000 : 10_000
const everyMs = isShort ? 3_000 : 10_000

async function runWhole(): Promise<number> {
  const result = await run({
    ...common,
    createDatabase: folder => DatabasePair.create({ folder, isSynchronous: true }),
    warmUpMs,
    slowTextsMs: isShort ? 8_000 : minutes * 30_000,
    carrierOddMs: isShort ? 4_000 : 8_000,
    act: (scene, onFault) =>
      runFaults(
        scene,
        {
          everyMs,
          isLongestFirst: isShort,
          ...(!isShort && { count: Math.floor((minutes * 60_000 - warmUpMs) / everyMs) }),
        },
        onFault,
      ),
  })
  return report(result, { ...about, form: isShort ? 'short' : `${minutes} minutes` })
}

/** The checks must report violations here; otherwise they prove nothing. */
async function runMutation(mutation: MutationName): Promise<boolean> {
  const { run: runWithout, noticedBy } = mutations[mutation]
  const result = await runWithout(common).catch((error: unknown) => {
    if (mutation === 'fsync' && error instanceof DidNotStartError) return 'destroyed' as const
    throw error
  })
  if (result === 'destroyed') {
    console.log('Without fsync, the database did not start after a power cut. That cannot go unnoticed.')
    return true
  }
  await report(result, { ...about, form: `without ${mutation}` })
  const unmoved = result.checks.filter(
    ({ name, violations }) => noticedBy.includes(name) && violations.length === 0,
  )
  for (const { name } of unmoved) console.log(`NOT DETECTED by: ${name}`)
  if (unmoved.length === 0) console.log(`The checks detected that ${mutation} is missing, as they must.`)
  return unmoved.length === 0
}

async function runOne(): Promise<boolean> {
  if (options.mutation) return runMutation(options.mutation)
  if (!options.isPowerCut) return (await runWhole()) === 0
  return (await report(await runPowerCut(common, { isFlushed: true }), { ...about, form: 'power cut' })) === 0
}

console.log(`seed ${seed}`)
process.exitCode = (await runOne()) ? 0 : 1
