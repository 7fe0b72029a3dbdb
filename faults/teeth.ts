// Shows that the checks can fail: what is taken away is a guarantee that they rest on.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Scene } from './kinds/kind.ts'
import type { Fault } from './kinds/run-faults.ts'
import { stopStorm } from './kinds/stop-storm.ts'
import { type RunOptions, type RunResult, run } from './run.ts'

type Common = Pick<RunOptions, 'seed' | 'ratePerSecond' | 'keep' | 'tell'>

const calm = { warmUpMs: 5_000, slowTextsMs: 0, carrierOddMs: 0 } as const
/** Long enough for the primary to acknowledge what its standby has not got. */
const linkLostMs = 2_000
const storms = 12
const afterStormMs = 500

/** Commits wait neither for a disk nor for the standby; then the primary dies. Acknowledged sends are gone. */
export const runWithoutSynchronousCommit = (common: Common): Promise<RunResult> =>
  run({
    ...common,
    ...calm,
    isSynchronous: false,
    act: async ({ installation: { pair }, failOvers }, onFault) => {
      const fault: Fault = {
        kind: 'failover without synchronous commit',
        detail: '',
        startedAtMs: Date.now(),
      }
      onFault(fault)
      pair.cutLink()
      await sleep(linkLostMs)
      const { standbyIsBack, ...change } = await pair.failOver()
      failOvers.push(change)
      await standbyIsBack
      fault.healedAtMs = Date.now()
      return [fault]
    },
  })

/** The member's lock is taken out of the accept path and of the claim; then people stop who are being texted. */
export async function runWithoutConsentLock(common: Common): Promise<RunResult> {
  const { main, remove } = await copyWithoutLock()
  try {
    return await run({ ...common, ...calm, isSynchronous: true, main, act: storm })
  } finally {
    await remove()
  }
}

async function storm(scene: Scene, onFault: (fault: Fault) => void): Promise<Fault[]> {
  const faults: Fault[] = []
  for (let count = 0; count < storms; count += 1) {
    const fault: Fault = { kind: stopStorm.name, detail: 'no lock', startedAtMs: Date.now() }
    faults.push(fault)
    onFault(fault)
    await stopStorm.run(scene, () => {})
    fault.healedAtMs = Date.now()
    await sleep(afterStormMs)
  }
  return faults
}

const server = fileURLToPath(new URL('../packages/server/', import.meta.url))
const cache = fileURLToPath(new URL('../.cache/', import.meta.url))

/** What is taken out, and where it must stand exactly once. */
const locks = [
  { file: 'src/texting/consent/queries.ts', text: '     for no key update of member\n' },
  { file: 'src/texting/pipeline/claim-queries.ts', text: '     for share of member skip locked\n' },
] as const

/** The server's sources inside this clone, so that they find its node_modules. */
async function copyWithoutLock(): Promise<{ main: string; remove: () => Promise<void> }> {
  await mkdir(cache, { recursive: true })
  const copy = await mkdtemp(join(cache, 'faults-teeth-'))
  await cp(server, copy, { recursive: true })
  for (const { file, text } of locks) {
    const path = join(copy, file)
    const source = await readFile(path, 'utf8')
    const parts = source.split(text)
    if (parts.length !== 2) throw new Error(`${file} has the lock ${parts.length - 1} times, not once`)
    await writeFile(path, parts.join(''))
  }
  return { main: join(copy, 'src/main.ts'), remove: () => rm(copy, { recursive: true }) }
}
