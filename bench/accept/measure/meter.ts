import { machineSeconds } from '../../../packages/server/test/processes/machine-seconds.ts'
import { endedChildrenSeconds, familySeconds, processSeconds } from '../../common/processor-time.ts'
import { type Figure, type ProcessorTime, round } from '../report/figure.ts'

export interface Metered {
  readonly postgresql?: number
  readonly api: readonly number[]
  readonly worker: readonly number[]
  readonly sealer?: readonly number[]
  readonly carrier?: readonly number[]
}

/** Reads the CPU time of all processes when the time is up or, if later, when the load ends. */
export function startMeter({ postgresql, api, worker, sealer = [], carrier = [] }: Metered, seconds: number) {
  const read = () => ({
    postgresql: postgresql === undefined ? 0 : familySeconds(postgresql),
    api: api.reduce((sum, pid) => sum + processSeconds(pid), 0),
    worker: worker.reduce((sum, pid) => sum + processSeconds(pid), 0),
    sealer: sealer.reduce((sum, pid) => sum + processSeconds(pid), 0),
    carrier: carrier.reduce((sum, pid) => sum + processSeconds(pid), 0),
    bench: process.cpuUsage(),
    machine: machineSeconds(),
  })
  const before = read()
  const loadBefore = endedChildrenSeconds()
  let after = before
  const timer = setTimeout(() => (after = read()), seconds * 1_000)
  return (sends: number, tookSeconds: number): Required<Pick<Figure, 'microseconds' | 'busy' | 'others'>> => {
    clearTimeout(timer)
    if (after === before || tookSeconds > 1.1 * seconds) after = read()
    const each = (used: number): number => round((used * 1e6) / Math.max(1, sends), 0)
    const microseconds: ProcessorTime = {
      ...(postgresql !== undefined && { postgresql: each(after.postgresql - before.postgresql) }),
      ...(api.length > 0 && { api: each(after.api - before.api) }),
      ...(worker.length > 0 && { worker: each(after.worker - before.worker) }),
      ...(sealer.length > 0 && { sealer: each(after.sealer - before.sealer) }),
      ...(carrier.length > 0 && { carrier: each(after.carrier - before.carrier) }),
      load: each(endedChildrenSeconds() - loadBefore),
    }
    const all = after.machine.all - before.machine.all
    const busy = after.machine.busy - before.machine.busy
    const { user, system } = process.cpuUsage(before.bench)
    const own = Object.values(microseconds).reduce((sum, used) => sum + used * sends, user + system) / 1e6
    return { microseconds, busy: round(busy / all, 2), others: round((busy - own) / all, 2) }
  }
}
