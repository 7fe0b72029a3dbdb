import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import { PostgresNode } from './postgres-node.ts'
import { type FailOver, isMarked, observerOf, type ServiceDatabase } from './service-database.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { waitUntil } from './wait-until.ts'

interface PairOptions {
  readonly folder: string
  /** False: commits wait for neither standby nor disk, so that --without can show the loss. */
  readonly isSynchronous: boolean
}

/**
 * A primary and its synchronous standby behind one address. A killed primary never returns; the standby
 * takes its place, alone until it has a new standby, as with Patroni's `synchronous_mode`.
 */
export class DatabasePair implements ServiceDatabase {
  readonly #options: PairOptions
  readonly #front: TcpProxy
  readonly #link: TcpProxy
  #primary: PostgresNode
  #standby: PostgresNode | undefined
  #observer: Database
  #nodes = 1

  private constructor(options: PairOptions, front: TcpProxy, link: TcpProxy, primary: PostgresNode) {
    this.#options = options
    this.#front = front
    this.#link = link
    this.#primary = primary
    this.#observer = observerOf(primary)
  }

  static async create(options: PairOptions): Promise<DatabasePair> {
    const primary = await PostgresNode.create(options.folder, 'node-1', settingsOf(options))
    await primary.start()
    const [front, link] = await Promise.all([startTcpProxy(), startTcpProxy()])
    front.lead(primary.port)
    return new DatabasePair(options, front, link, primary)
  }

  get port(): number {
    return this.#front.port
  }

  get observer(): Database {
    return this.#observer
  }

  get adminUrl(): string {
    return this.#primary.url
  }

  get logs(): string[] {
    return Array.from({ length: this.#nodes }, (_, index) => `${this.#options.folder}/node-${index + 1}.log`)
  }

  /** Whether the primary can be killed without losing acknowledged commits. */
  get hasStandby(): boolean {
    return this.#standby !== undefined
  }

  complete(): Promise<void> {
    return this.#addStandby()
  }

  /** Creates a standby and waits until commits wait for it. */
  async #addStandby(): Promise<void> {
    this.#nodes += 1
    this.#link.lead(this.#primary.port)
    const standby = await PostgresNode.copy(this.#options.folder, `node-${this.#nodes}`, {
      sourcePort: this.#primary.port,
      linkPort: this.#link.port,
      settings: settingsOf(this.#options),
    })
    await standby.start()
    if (this.#options.isSynchronous) await this.#primary.configure({ synchronous_standby_names: 'standby' })
    await this.#follows()
    if (this.#options.isSynchronous) await isMarked(this.#observer)
    this.#standby = standby
  }

  /** Resolves when the standby has caught up with the primary. */
  async #follows(): Promise<void> {
    const state = this.#options.isSynchronous ? 'sync' : 'async'
    const read = async () =>
      (
        await this.#observer.query<{ sync_state: string; state: string }>(
          'select sync_state, state, sent_lsn, flush_lsn from pg_stat_replication',
        )
      ).rows
    await waitUntil(
      'the standby follows',
      async () => (await read()).some(row => row.state === 'streaming' && row.sync_state === state),
      read,
    )
  }

  /** Cuts the replication link until there is another standby. */
  cutLink(): void {
    this.#link.lead(undefined)
  }

  /** Cuts replication for a while; then the standby catches up. Until then the primary must not be killed. */
  async loseLink(forMs: number): Promise<void> {
    const standby = this.#standby
    this.#standby = undefined
    this.#link.lead(undefined)
    await sleep(forMs)
    this.#link.lead(this.#primary.port)
    await this.#follows()
    this.#standby = standby
  }

  /** Kills the primary, which starts again on its own disk. */
  crash(): Promise<void> {
    return this.#primary.crash()
  }

  /** Kills the primary, promotes the standby, and starts to create a new standby without waiting for it. */
  async failOver(): Promise<FailOver & { readonly standbyIsBack: Promise<void> }> {
    const next = this.#standby
    if (!next) throw new Error('there is no standby to take over')
    const old = this.#primary
    this.#standby = undefined
    const killedAtMs = Date.now()
    await old.kill()
    this.#front.lead(undefined)
    await next.promote()
    this.#primary = next
    this.#front.lead(next.port)
    const promotedAtMs = Date.now()
    void this.#observer.end().catch(() => {})
    this.#observer = observerOf(next)
    return { killedAtMs, promotedAtMs, standbyIsBack: old.remove().then(() => this.#addStandby()) }
  }

  killNow(): void {
    for (const node of [this.#primary, this.#standby]) node?.killNow()
  }

  async close(): Promise<void> {
    this.#front.close()
    this.#link.close()
    await this.#observer.end()
    await Promise.all([this.#primary.kill(), this.#standby?.kill()])
  }
}

/** A standby must not have the primary's list of standbys: once promoted, it would wait for a missing one. */
const settingsOf = ({ isSynchronous }: PairOptions): Record<string, string> => ({
  synchronous_standby_names: '',
  synchronous_commit: isSynchronous ? 'on' : 'off',
})
