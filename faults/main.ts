// npm run faults -- [--short] [--minutes 10] [--seed n] [--rate 200] [--teeth synchronous_commit|consent-lock]
//   [--power-cut] [--output …] [--keep]
import { runFaults } from './kinds/run-faults.ts'
import { readOptions } from './options.ts'
import { report } from './report.ts'
import { run } from './run.ts'
import { runWithoutConsentLock, runWithoutSynchronousCommit } from './teeth.ts'

const options = readOptions(process.argv.slice(2))
const { seed, ratePerSecond, isShort, minutes, output, keep } = options
const beganAtMs = performance.now()
const tell = (what: string): void => {
  console.log(`${((performance.now() - beganAtMs) / 1_000).toFixed(0).padStart(5)} s  ${what}`)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const warmUpMs = isShort ? 4_000 : 10_000
const everyMs = isShort ? 4_000 : 10_000

async function runWhole(): Promise<number> {
  const result = await run({
    seed,
    ratePerSecond,
    isSynchronous: true,
    warmUpMs,
    slowTextsMs: isShort ? 8_000 : minutes * 30_000,
    carrierOddMs: isShort ? 4_000 : 8_000,
    keep,
    act: (scene, onFault) =>
      runFaults(
        scene,
        { everyMs, ...(!isShort && { count: Math.floor((minutes * 60_000 - warmUpMs) / everyMs) }) },
        onFault,
      ),
    tell,
  })
  return report(result, { output, seed, ratePerSecond, form: isShort ? 'short' : `${minutes} minutes` })
}

/** The checks must find something here: if they do not, they have no teeth. */
async function runTeeth(name: 'synchronous_commit' | 'consent-lock'): Promise<number> {
  const runTooth = name === 'consent-lock' ? runWithoutConsentLock : runWithoutSynchronousCommit
  const result = await runTooth({ seed, ratePerSecond, keep, tell })
  const violations = await report(result, { output, seed, ratePerSecond, form: `teeth: ${name}` })
  console.log(violations > 0 ? `The checks have noticed that ${name} is missing.` : 'NOTHING WAS NOTICED')
  return violations > 0 ? 0 : 1
}

console.log(`seed ${seed}`)
process.exitCode = options.tooth ? await runTeeth(options.tooth) : Math.min(1, await runWhole())
