import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './kinds/run-faults.ts'
import { PowerCutDatabase } from './machine/power-cut-database.ts'
import { hideLoss } from './machine/service-database.ts'
import { type RunOptions, type RunResult, run } from './run.ts'

type Common = Pick<RunOptions<PowerCutDatabase>, 'seed' | 'ratePerSecond' | 'keep' | 'tell'>

const cuts = 5
const betweenMs = 4_000

/** Repeatedly cuts the power of the database during the load. There is no standby here. */
export const runPowerCut = (common: Common, { isFlushed }: { isFlushed: boolean }): Promise<RunResult> =>
  run({
    ...common,
    warmUpMs: 5_000,
    slowTextsMs: 0,
    carrierOddMs: 0,
    createDatabase: folder => PowerCutDatabase.create(folder, { isFlushed }),
    act: async ({ installation: { database }, random }, onFault) => {
      const faults: Fault[] = []
      for (let count = 0; count < cuts; count += 1) {
        await sleep(random(1_000))
        const fault: Fault = { kind: 'power cut', detail: '', startedAtMs: Date.now() }
        faults.push(fault)
        onFault(fault)
        await database.cutPower()
        if (!isFlushed) await hideLoss(database.observer)
        fault.healedAtMs = Date.now()
        await sleep(betweenMs)
      }
      return faults
    },
  })
