import { randomUUID } from 'node:crypto'
import type { Environment } from '../../platform/db/migrate.ts'
import { runPeriodically } from '../../platform/jobs/run-periodically.ts'
import { simulatorName } from '../../simulator/index.ts'
import { allCarriers, deleteStates, writeState } from '../carriers/queries.ts'
import { CarrierConnections, type ConfiguredCarrier, type ConnectionsParts } from './carrier-connections.ts'
import { observeCarriers } from './observe-carriers.ts'
import { settleRetired } from './settle-retired.ts'

interface CarriersParts extends ConnectionsParts {
  readonly environment: Environment
  readonly everyMs?: number
}

const simulator: ConfiguredCarrier = {
  name: simulatorName,
  kind: 'simulator',
  version: 0,
  isPaused: false,
  textsPerSecond: null,
}

/** Retired carriers leave little work, and none of it is urgent. */
const turnsBetweenSettling = 5

/** Keeps this worker connected to the configured carriers as they change, and reports the state of each. */
export function runCarriers(parts: CarriersParts): { stop(): Promise<void> } {
  const { database, log, environment, doubtMs, everyMs = 2_000 } = parts
  const worker = randomUUID()
  const connections = new CarrierConnections(parts)
  let retired: readonly string[] = []
  let hasWarned = false

  async function follow(): Promise<void> {
    const configured = await allCarriers(database, [])
    const inUse = configured.filter(({ retiredAt }) => retiredAt === null)
    retired = configured.filter(({ retiredAt }) => retiredAt !== null).map(({ name }) => name)
    const wanted: readonly ConfiguredCarrier[] =
      configured.length === 0 && environment === 'sandbox' ? [simulator] : inUse
    if (wanted.length === 0 && !hasWarned) log.warn({}, 'no carrier configured; texts are waiting')
    hasWarned = wanted.length === 0
    await connections.follow(wanted)
  }

  async function tell(): Promise<void> {
    for (const [name, report] of connections.reports()) {
      const { link, bound, binds, waiting, allowed, pausedForMs, textsPerSecond, lastError } = report
      await writeState(database, [
        name,
        worker,
        link,
        bound,
        binds,
        waiting,
        allowed,
        pausedForMs,
        textsPerSecond,
        lastError?.why ?? null,
        lastError?.at ?? null,
      ])
    }
  }

  const metrics = observeCarriers(() => connections.reports())
  const following = runPeriodically({
    everyMs,
    work: async () => {
      await follow()
      await tell()
    },
    onFailure: error => log.warn({ err: error }, 'could not read the carriers'),
  })
  const settling = runPeriodically({
    everyMs: turnsBetweenSettling * everyMs,
    work: async () => {
      for (const name of retired) await settleRetired(database, name, doubtMs)
    },
    onFailure: error => log.warn({ err: error }, 'could not settle the work of a retired carrier'),
  })
  return {
    stop: async () => {
      await Promise.all([following.stop(), settling.stop()])
      await connections.stop()
      metrics.stop()
      // Readers then need not wait until it goes stale. If the delete fails, they do.
      await deleteStates(database, [worker]).catch(() => {})
    },
  }
}
