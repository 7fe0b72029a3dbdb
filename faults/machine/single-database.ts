import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import { PostgresNode, type Restore } from './postgres-node.ts'
import { observerOf, type ServiceDatabase } from './service-database.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

export interface StartedNode {
  readonly folder: string
  readonly front: TcpProxy
  readonly node: PostgresNode
}

/** One server without a standby, behind a stable address, that can be replaced by its restored backup. */
export abstract class SingleDatabase implements ServiceDatabase {
  protected readonly folder: string
  protected readonly front: TcpProxy
  protected node: PostgresNode
  protected nodes = 1
  #observer: Database

  protected constructor({ folder, front, node }: StartedNode) {
    this.folder = folder
    this.front = front
    this.node = node
    this.#observer = observerOf(node)
  }

  protected static async startNode(folder: string, settings: Restore['settings']): Promise<StartedNode> {
    const node = await PostgresNode.create(folder, 'node-1', settings)
    await node.start()
    const front = await startTcpProxy()
    front.lead(node.port)
    return { folder, front, node }
  }

  get port(): number {
    return this.front.port
  }

  get observer(): Database {
    return this.#observer
  }

  get adminUrl(): string {
    return this.node.url
  }

  get logs(): string[] {
    return Array.from({ length: this.nodes }, (_, index) => join(this.folder, `node-${index + 1}.log`))
  }

  abstract complete(): Promise<void>

  backUp(): Promise<void> {
    return this.node.backUp(this.#backup)
  }

  get #backup(): string {
    return join(this.folder, 'backup')
  }

  /** Replaces the server by its backup, and waits until it can be written to. The address leads nowhere until the caller says so. */
  protected async replace(restore: Omit<Restore, 'backup'>): Promise<void> {
    this.nodes += 1
    const node = await PostgresNode.restore(this.folder, `node-${this.nodes}`, {
      ...restore,
      backup: this.#backup,
    })
    await node.start()
    this.node = node
    void this.#observer.end().catch(() => {})
    this.#observer = observerOf(node)
    for (;;) {
      const { rows } = await this.#observer.query<{ recovering: boolean }>(
        'select pg_is_in_recovery() as recovering',
      )
      if (rows[0]?.recovering === false) return
      await sleep(50)
    }
  }

  killNow(): void {
    this.node.killNow()
  }

  async close(): Promise<void> {
    this.front.close()
    await this.#observer.end()
    await this.node.kill()
  }
}
