import type { PoolClient } from 'pg'
import type { Database } from '../../platform/db/pool.ts'

/**
 * A lock that lasts as long as this process and its connection. When it is gone and no lease was renewed either, the process is
 * dead, and others take its endpoints over at once. A process that hangs keeps it: then they wait until the leases end.
 */
export class HolderSession {
  readonly #database: Database
  readonly #holder: string
  #client: PoolClient | undefined

  constructor(database: Database, holder: string) {
    this.#database = database
    this.#holder = holder
  }

  /** Opens it, or opens it again after a failover. */
  async keep(): Promise<void> {
    if (this.#client) return
    const client = await this.#database.connect()
    try {
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [this.#holder])
    } catch (error) {
      client.release(true)
      throw error
    }
    const lost = (): void => {
      if (this.#client !== client) return
      this.#client = undefined
      client.release(true)
    }
    client.once('error', lost)
    client.once('end', lost)
    this.#client = client
  }

  end(): void {
    const client = this.#client
    this.#client = undefined
    client?.release(true)
  }
}
