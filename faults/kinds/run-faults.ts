import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from '../../packages/server/src/platform/random/seeded-random.ts'
import { disableAdvisor } from './account-faults.ts'
import { importAndExport } from './book-faults.ts'
import { carrierDrops, carrierLate, carrierNever, carrierTwice, cutCarrier } from './carrier-faults.ts'
import { failOver, loseStandby } from './database-faults.ts'
import type { FaultKind, Scene } from './kind.ts'
import {
  killApi,
  killSealer,
  killWorker,
  pauseWorker,
  restartRedis,
  rollingRestart,
} from './process-faults.ts'
import { stopStorm } from './stop-storm.ts'

const allKinds: readonly FaultKind[] = [
  killApi,
  killWorker,
  killSealer,
  pauseWorker,
  failOver,
  loseStandby,
  restartRedis,
  cutCarrier,
  carrierLate,
  carrierTwice,
  carrierNever,
  carrierDrops,
  stopStorm,
  rollingRestart,
  importAndExport,
  disableAdvisor,
]

/** An injected fault. */
export interface Fault {
  readonly kind: string
  detail: string
  readonly startedAtMs: number
  healedAtMs?: number
  /** Why it did not recover. */
  failure?: string
}

interface FaultPlan {
  readonly everyMs: number
  /** Number of faults; undefined: each kind once. */
  readonly count?: number
  /** The slowest to recover come first, so that a short run stays short. */
  readonly isLongestFirst: boolean
}

/**
 * Injects faults one after another, each kind once in shuffled order, then again in another. One that is impossible
 * now is skipped for the next possible one. Resolves when the last fault has recovered.
 */
export async function runFaults(
  scene: Scene,
  { everyMs, isLongestFirst, count = allKinds.length }: FaultPlan,
  onFault: (fault: Fault) => void,
): Promise<Fault[]> {
  const faults: Fault[] = []
  const healing: Promise<void>[] = []
  let bag: FaultKind[] = []
  const beganAtMs = performance.now()
  while (faults.length < count) {
    if (bag.length === 0) bag = shuffled(scene.random, isLongestFirst)
    const next = bag.findIndex(kind => kind.isPossible(scene))
    if (next < 0) {
      await sleep(100)
      continue
    }
    const [kind] = bag.splice(next, 1) as [FaultKind]
    const fault: Fault = { kind: kind.name, detail: '', startedAtMs: Date.now() }
    faults.push(fault)
    const tell = (detail: string): void => {
      fault.detail = detail
    }
    healing.push(heal(fault, kind.run(scene, tell)))
    onFault(fault)
    await sleep(Math.max(0, beganAtMs + faults.length * everyMs - performance.now()))
  }
  await Promise.all(healing)
  return faults
}

function shuffled(random: SeededRandom, isLongestFirst: boolean): FaultKind[] {
  return allKinds
    .map(kind => ({ kind, place: isLongestFirst && kind === pauseWorker ? -1 : random(1_000_000) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ kind }) => kind)
}

async function heal(fault: Fault, running: Promise<void>): Promise<void> {
  try {
    await running
    fault.healedAtMs = Date.now()
  } catch (error) {
    fault.failure = String(error)
  }
}
