import { randomUUID } from 'node:crypto'
import { type Carrier, createCarrier } from '../../carriers/index.ts'
import type { Environment } from '../../db/migrate.ts'
import type { Database } from '../../db/pool.ts'
import { runPeriodically } from '../../jobs/run-periodically.ts'
import { connectCarrier } from '../connect-carrier.ts'
import type { DispatcherParts } from '../pipeline/dispatch.ts'
import { simulatorName } from './add-carrier.ts'
import { describeCarrier } from './describe-carrier.ts'
import { observeCarriers } from './observe-carriers.ts'
import { allCarriers, type CarrierRow, deleteStates, writeState } from './queries.ts'
import { settleRetired } from './settle-retired.ts'
import { type CarrierReport, type WatchedCarrier, watchCarrier } from './watch-carrier.ts'

interface CarriersParts {
  readonly database: Database
  readonly log: DispatcherParts['log']
  readonly environment: Environment
  readonly publicOrigin: string
  /** Throws where there is none. */
  readonly secretKey: () => Buffer
  readonly createSimulator: () => Carrier
  readonly everyMs?: number
}

interface Running {
  row: Row
  readonly watched: WatchedCarrier
  readonly connection: { stop(): Promise<void> }
}

type Row = Pick<CarrierRow, 'name' | 'kind' | 'version' | 'isPaused' | 'textsPerSecond'>

const simulator: Row = {
  name: simulatorName,
  kind: 'simulator',
  version: 0,
  isPaused: false,
  textsPerSecond: null,
}

/**
 * Keeps this worker connected to the carriers that the operator has configured, as they are now, and tells how each is
 * doing. One that cannot be connected does not keep the others from being so.
 */
export function runCarriers(parts: CarriersParts): { stop(): Promise<void> } {
  const { database, log, environment, publicOrigin, secretKey, createSimulator, everyMs = 2_000 } = parts
  const worker = randomUUID()
  const running = new Map<string, Running>()
  const broken = new Map<string, { readonly version: number; readonly why: string; readonly at: Date }>()
  let retired: readonly string[] = []
  let hasWarned = false

  async function follow(): Promise<void> {
    const configured = await allCarriers(database, [])
    const inUse = configured.filter(({ retiredAt }) => retiredAt === null)
    retired = configured.filter(({ retiredAt }) => retiredAt !== null).map(({ name }) => name)
    const wanted: readonly (Row | CarrierRow)[] =
      configured.length === 0 && environment === 'sandbox' ? [simulator] : inUse
    if (wanted.length === 0 && !hasWarned) log.warn({}, 'texts wait: no carrier is configured')
    hasWarned = wanted.length === 0
    for (const row of wanted) await adjust(row)
    const isUnwanted = (name: string): boolean => !wanted.some(row => row.name === name)
    // Also one that could not be connected: its bell must not ring for ever.
    for (const name of [...broken.keys()].filter(isUnwanted)) broken.delete(name)
    await Promise.all([...running.keys()].filter(isUnwanted).map(leave))
  }

  async function leave(name: string): Promise<void> {
    await disconnect(name)
    log.info({ carrier: name }, 'left a carrier that is not used any more')
  }

  async function adjust(row: Row | CarrierRow): Promise<void> {
    const known = running.get(row.name)
    if (known && isSame(known.row, row)) {
      known.row = row
      return
    }
    if (known) await disconnect(row.name)
    if (broken.get(row.name)?.version === row.version) return
    try {
      connect(row)
      broken.delete(row.name)
    } catch (error) {
      const why = error instanceof Error ? error.message : 'it cannot be connected'
      log.error({ carrier: row.name, why }, 'a carrier cannot be connected')
      broken.set(row.name, { version: row.version, why, at: new Date() })
    }
  }

  function connect(row: Row | CarrierRow): void {
    const { name } = row
    const description = 'settings' in row ? describeCarrier(row, { secretKey, publicOrigin }) : undefined
    const onFailure = (error: unknown): void =>
      log.warn({ err: error, carrier: name }, 'what a carrier delivered could not be taken in')
    const watched = watchCarrier(
      ({ onTrouble }) =>
        description ? createCarrier(description, { onTrouble, onFailure }) : createSimulator(),
      why => log.warn({ carrier: name, why }, 'something is wrong with a carrier'),
    )
    const terms = (): { isPaused: boolean; isPaced: boolean } => {
      const { isPaused = false, textsPerSecond = null } = running.get(name)?.row ?? {}
      return { isPaused, isPaced: textsPerSecond !== null }
    }
    running.set(name, {
      row,
      watched,
      connection: connectCarrier({ database, log, carrier: watched.carrier, terms }),
    })
    if (description) log.info({ carrier: name, kind: row.kind }, 'connecting to a carrier')
  }

  async function disconnect(name: string): Promise<void> {
    await running.get(name)?.connection.stop()
    running.delete(name)
  }

  function reports(): Map<string, CarrierReport> {
    const told = new Map(Array.from(running, ([name, { watched }]) => [name, watched.report()]))
    for (const [name, { why, at }] of broken) {
      if (!told.has(name)) told.set(name, { ...absent, lastError: { why, at } })
    }
    return told
  }

  async function tell(): Promise<void> {
    for (const [name, report] of reports()) {
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

  const metrics = observeCarriers(reports)
  const following = runPeriodically({
    everyMs,
    work: async () => {
      await follow()
      await tell()
    },
    onFailure: error => log.warn({ err: error }, 'the carriers could not be read'),
  })
  const settling = runPeriodically({
    everyMs: turnsBetweenSettling * everyMs,
    work: async () => {
      for (const name of retired) await settleRetired(database, name)
    },
    onFailure: error => log.warn({ err: error }, 'what a retired carrier left could not be settled'),
  })
  return {
    stop: async () => {
      await Promise.all([following.stop(), settling.stop()])
      await Promise.all([...running.keys()].map(disconnect))
      metrics.stop()
      // Those who ask need not wait until it is stale. Where it cannot be deleted they do.
      await deleteStates(database, [worker]).catch(() => {})
    },
  }
}

/** What a retired carrier leaves is little, and nobody waits for it. */
const turnsBetweenSettling = 5

const isSame = (one: Row, other: Row): boolean => one.version === other.version && one.kind === other.kind

const absent: CarrierReport = {
  link: 'down',
  bound: 0,
  binds: 0,
  waiting: 0,
  allowed: 0,
  pausedForMs: 0,
  textsPerSecond: 0,
  lastError: undefined,
}
