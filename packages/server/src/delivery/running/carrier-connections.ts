import { type Carrier, createCarrier } from '../../carriers/index.ts'
import type { SecretKeys } from '../../identity/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { decryptCarrier } from '../carriers/decrypt-carrier.ts'
import type { CarrierRow } from '../carriers/queries.ts'
import type { DispatcherParts } from '../dispatch/dispatcher.ts'
import { connectCarrier } from './connect-carrier.ts'
import { type CarrierReport, type WatchedCarrier, watchCarrier } from './watch-carrier.ts'

export interface ConnectionsParts {
  readonly database: Database
  readonly log: DispatcherParts['log']
  readonly publicOrigin: string
  /** Throws if none is configured. */
  readonly secretKeys: () => SecretKeys
  readonly createSimulator: () => Carrier
  readonly doubtMs?: DispatcherParts['doubtMs']
}

/** A carrier as configured. The simulator of a sandbox without carriers has no settings. */
export type ConfiguredCarrier =
  | CarrierRow
  | Pick<CarrierRow, 'name' | 'kind' | 'version' | 'isPaused' | 'textsPerSecond'>

interface Running {
  row: ConfiguredCarrier
  readonly watched: WatchedCarrier
  readonly connection: { stop(): Promise<void> }
}

/** The carriers this worker is connected to, and those it failed to connect to. */
export class CarrierConnections {
  readonly #parts: ConnectionsParts
  readonly #running = new Map<string, Running>()
  readonly #broken = new Map<string, { readonly version: number; readonly why: string; readonly at: Date }>()

  constructor(parts: ConnectionsParts) {
    this.#parts = parts
  }

  /** Connects to exactly these carriers as they are now. A failure to connect does not affect the others. */
  async follow(wanted: readonly ConfiguredCarrier[]): Promise<void> {
    for (const row of wanted) await this.#adjust(row)
    const isUnwanted = (name: string): boolean => !wanted.some(row => row.name === name)
    // Including failed ones: otherwise their alert never clears.
    for (const name of [...this.#broken.keys()].filter(isUnwanted)) this.#broken.delete(name)
    await Promise.all([...this.#running.keys()].filter(isUnwanted).map(name => this.#leave(name)))
  }

  reports(): Map<string, CarrierReport> {
    const reports = new Map(Array.from(this.#running, ([name, { watched }]) => [name, watched.report()]))
    for (const [name, { why, at }] of this.#broken) {
      if (!reports.has(name)) reports.set(name, { ...absent, lastError: { why, at } })
    }
    return reports
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running.keys()].map(name => this.#disconnect(name)))
  }

  async #leave(name: string): Promise<void> {
    await this.#disconnect(name)
    this.#parts.log.info({ carrier: name }, 'disconnected from unused carrier')
  }

  async #adjust(row: ConfiguredCarrier): Promise<void> {
    const known = this.#running.get(row.name)
    if (known && isSame(known.row, row)) {
      known.row = row
      return
    }
    if (known) await this.#disconnect(row.name)
    if (this.#broken.get(row.name)?.version === row.version) return
    try {
      this.#connect(row)
      this.#broken.delete(row.name)
    } catch (error) {
      const why = error instanceof Error ? error.message : 'unknown error'
      this.#parts.log.error({ carrier: row.name, why }, 'could not connect to a carrier')
      this.#broken.set(row.name, { version: row.version, why, at: new Date() })
    }
  }

  #connect(row: ConfiguredCarrier): void {
    const { database, log, secretKeys, publicOrigin, createSimulator, doubtMs } = this.#parts
    const { name } = row
    const description = 'settings' in row ? decryptCarrier(row, { secretKeys, publicOrigin }) : undefined
    const onFailure = (error: unknown): void =>
      log.warn({ err: error, carrier: name }, 'could not process a reply or receipt from a carrier')
    const watched = watchCarrier(
      ({ onTrouble }) =>
        description ? createCarrier(description, { onTrouble, onFailure }) : createSimulator(),
      why => log.warn({ carrier: name, why }, 'carrier problem'),
    )
    const terms = (): { isPaused: boolean; isPaced: boolean } => {
      const { isPaused = false, textsPerSecond = null } = this.#running.get(name)?.row ?? {}
      return { isPaused, isPaced: textsPerSecond !== null }
    }
    this.#running.set(name, {
      row,
      watched,
      connection: connectCarrier({
        database,
        log,
        carrier: watched.carrier,
        terms,
        ...(doubtMs !== undefined && { doubtMs }),
      }),
    })
    if (description) log.info({ carrier: name, kind: row.kind }, 'connecting to a carrier')
  }

  async #disconnect(name: string): Promise<void> {
    await this.#running.get(name)?.connection.stop()
    this.#running.delete(name)
  }
}

const isSame = (one: ConfiguredCarrier, other: ConfiguredCarrier): boolean =>
  one.version === other.version && one.kind === other.kind

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
