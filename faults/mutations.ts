// Shows that the checks can fail: each mutation removes a guarantee that they rely on.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { checkNames } from './checks/check-names.ts'
import type { Scene } from './kinds/kind.ts'
import type { Fault } from './kinds/run-faults.ts'
import { storm } from './kinds/stop-storm.ts'
import { DatabasePair } from './machine/database-pair.ts'
import { hideLoss } from './machine/service-database.ts'
import { type RunOptions, type RunResult, run } from './run.ts'
import { runPowerCut } from './run-power-cut.ts'

type Common = Pick<RunOptions<DatabasePair>, 'seed' | 'ratePerSecond' | 'keep' | 'tell'>

const calm = { warmUpMs: 5_000, slowTextsMs: 0, carrierOddMs: 0 } as const
/** Long enough for the primary to acknowledge commits that its standby does not have. */
const linkLostMs = 2_000
const storms = 20
/** Few, so that each is texted often enough to receive a text at the moment of the STOP. */
const stopping = 10

/** Commits wait neither for a disk nor for the standby; then the primary dies. Acknowledged sends are gone. */
const runWithoutSynchronousCommit = (common: Common): Promise<RunResult> =>
  run({
    ...common,
    ...calm,
    createDatabase: folder => DatabasePair.create({ folder, isSynchronous: false }),
    act: async ({ installation: { database }, failOvers }, onFault) => {
      const fault: Fault = {
        kind: 'failover without synchronous commit',
        detail: '',
        startedAtMs: Date.now(),
      }
      onFault(fault)
      database.cutLink()
      await sleep(linkLostMs)
      const { standbyIsBack, ...change } = await database.failOver()
      failOvers.push(change)
      await hideLoss(database.observer)
      await standbyIsBack
      fault.healedAtMs = Date.now()
      return [fault]
    },
  })

/** Removes the member lock from the accept path and the claim; then recipients send STOP while being texted. */
async function runWithoutConsentLock(common: Common): Promise<RunResult> {
  const { main, remove } = await copyWithoutLock()
  try {
    return await run({
      ...common,
      ...calm,
      main,
      createDatabase: folder => DatabasePair.create({ folder, isSynchronous: true }),
      act: stopOften,
    })
  } finally {
    await remove()
  }
}

async function stopOften(scene: Scene, onFault: (fault: Fault) => void): Promise<Fault[]> {
  const fault: Fault = { kind: `${storms} times STOP without the lock`, detail: '', startedAtMs: Date.now() }
  onFault(fault)
  for (let count = 0; count < storms; count += 1) await storm(scene, stopping)
  fault.healedAtMs = Date.now()
  return [fault]
}

interface Demonstration {
  readonly run: (common: Common) => Promise<RunResult>
  /** Checks that must all fail. */
  readonly noticedBy: readonly string[]
}

export type MutationName = 'synchronous_commit' | 'consent-lock' | 'fsync'

export const mutations: Readonly<Record<MutationName, Demonstration>> = {
  synchronous_commit: { run: runWithoutSynchronousCommit, noticedBy: [checkNames.exists] },
  'consent-lock': {
    run: runWithoutConsentLock,
    noticedBy: [checkNames.acceptedAfterStop, checkNames.submittedAfterStop],
  },
  fsync: {
    run: common => runPowerCut(common, { isFlushed: false }),
    noticedBy: [checkNames.exists],
  },
}

const server = fileURLToPath(new URL('../packages/server/', import.meta.url))
const cache = fileURLToPath(new URL('../.cache/', import.meta.url))

/** The code to remove; it must occur exactly once. */
const locks = [
  { file: 'src/consent/queries.ts', text: '       for no key update\n' },
  { file: 'src/delivery/dispatch/claim-queries.ts', text: '     for share of member skip locked\n' },
] as const

/** The server's sources inside this clone, so that they find its node_modules. */
async function copyWithoutLock(): Promise<{ main: string; remove: () => Promise<void> }> {
  await mkdir(cache, { recursive: true })
  const copy = await mkdtemp(join(cache, 'faults-mutation-'))
  await cp(server, copy, { recursive: true })
  for (const { file, text } of locks) {
    const path = join(copy, file)
    const source = await readFile(path, 'utf8')
    const parts = source.split(text)
    if (parts.length !== 2)
      throw new Error(`${file} contains the lock ${parts.length - 1} times instead of once`)
    await writeFile(path, parts.join(''))
  }
  return { main: join(copy, 'src/main.ts'), remove: () => rm(copy, { recursive: true }) }
}
