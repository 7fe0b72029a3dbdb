import { callbackify } from 'node:util'
import { DatabaseError, Pool, type PoolClient, type PoolConfig } from 'pg'

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void

const invalidPassword = '28P01'

/**
 * Changes to the other password when the server refuses the one in use. Open connections outlive a change of their password, so
 * no request notices it.
 */
export class TwoPasswordPool extends Pool {
  readonly #urls: readonly [string, string]

  constructor(config: PoolConfig & { readonly connectionString: string }, nextPassword: string) {
    super(config)
    const next = new URL(config.connectionString)
    next.password = encodeURIComponent(nextPassword)
    this.#urls = [config.connectionString, next.href]
  }

  override connect(): Promise<PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    if (!callback) return this.#connectEither()
    callbackify(() => this.#connectEither())((error, client) =>
      callback(error ?? undefined, client, reason => client?.release(reason)),
    )
  }

  async #connectEither(): Promise<PoolClient> {
    const tried = this.options.connectionString
    try {
      return await super.connect()
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== invalidPassword) throw error
      // Another request may have changed it meanwhile.
      if (this.options.connectionString === tried) {
        const [given, next] = this.#urls
        this.options.connectionString = tried === given ? next : given
      }
      return super.connect()
    }
  }
}
