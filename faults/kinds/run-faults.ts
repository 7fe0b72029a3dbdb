import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../../packages/server/src/addressbook/create-dice.ts'
import { carrierDrops, carrierLate, carrierNever, carrierTwice, cutCarrier } from './carrier-faults.ts'
import { failOver, loseStandby } from './database-faults.ts'
import type { FaultKind, Scene } from './kind.ts'
import { killApi, killWorker, pauseWorker, restartRedis, rollingRestart } from './process-faults.ts'
import { stopStorm } from './stop-storm.ts'

const allKinds: readonly FaultKind[] = [
  killApi,
  killWorker,
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
]

/** One fault that was done. */
export interface Fault {
  readonly kind: string
  detail: string
  readonly startedAtMs: number
  healedAtMs?: number
  /** Why it did not heal. */
  failure?: string
}

interface FaultPlan {
  readonly everyMs: number
  /** How many; undefined: each kind once. */
  readonly count?: number
  /** What takes longest to heal comes first, so that a short run is not long for its sake. */
  readonly isLongestFirst: boolean
}

/**
 * Does one fault after another, each kind once in a shuffled order, then again in another. One that cannot be done now
 * gives way to the next that can. Resolves when the last is healed.
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
    if (bag.length === 0) bag = shuffled(scene.roll, isLongestFirst)
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

function shuffled(roll: Dice, isLongestFirst: boolean): FaultKind[] {
  return allKinds
    .map(kind => ({ kind, place: isLongestFirst && kind === pauseWorker ? -1 : roll(1_000_000) }))
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
