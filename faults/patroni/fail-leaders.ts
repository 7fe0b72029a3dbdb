import type { Scene } from '../kinds/kind.ts'
import type { Fault } from '../kinds/run-faults.ts'
import type { PatroniDatabase, PatroniFault } from '../machine/patroni-database.ts'

const names: Readonly<Record<PatroniFault, string>> = {
  machine: 'kill -9 leader and its Patroni',
  patroni: 'kill -9 the leader’s Patroni',
}

/** One after another, in turn with and without the server itself; the next when the last one is back. */
export async function failLeaders(
  { installation: { database }, failOvers }: Scene<PatroniDatabase>,
  count: number,
  onFault: (fault: Fault) => void,
): Promise<Fault[]> {
  const faults: Fault[] = []
  while (faults.length < count) {
    const kind: PatroniFault = faults.length % 2 === 0 ? 'machine' : 'patroni'
    const fault: Fault = { kind: names[kind], detail: '', startedAtMs: Date.now() }
    faults.push(fault)
    onFault(fault)
    const { standbyIsBack, ...change } = await database.failOver(kind)
    failOvers.push(change)
    await standbyIsBack
    fault.healedAtMs = Date.now()
  }
  return faults
}
