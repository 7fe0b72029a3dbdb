import { Client, type PoolClient } from 'pg'
import type { Database } from './pool.ts'

/** What the driver has but its types lack. */
interface Cancelling {
  readonly host: string
  readonly port: number
  readonly ssl: unknown
  readonly connection: {
    connect(port: number | string, host?: string): void
    requestSsl(): void
    cancel(processId: number, secretKey: number): void
    on(event: 'connect' | 'sslconnect' | 'error' | 'end', listener: () => void): void
    readonly stream: { destroy(): void }
  }
}

const cancelMaxMs = 2_000

/**
 * Destroys a connection whose commit is overdue. The server would keep waiting for its standby, one backend and its
 * row locks for each such commit until max_connections is used up and reads fail too; hence the cancel.
 */
export async function abandon(database: Database, client: PoolClient): Promise<void> {
  try {
    await cancel(database, client)
  } finally {
    client.release(true)
  }
}

/**
 * By a request of the protocol, which a pooler passes on to the right backend. `pg_cancel_backend` would be given the number that
 * the pooler made up, and that may be another backend's.
 */
function cancel(database: Database, client: PoolClient): Promise<void> {
  const { processID, secretKey } = client as PoolClient & {
    readonly processID: number
    readonly secretKey: number
  }
  const { host, port, ssl, connection } = new Client(database.options) as unknown as Cancelling
  return new Promise(resolve => {
    const timer = setTimeout(() => connection.stream.destroy(), cancelMaxMs)
    const ended = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const send = (): void => connection.cancel(processID, secretKey)
    connection.on('connect', () => (ssl ? connection.requestSsl() : send()))
    connection.on('sslconnect', send)
    // The server answers by closing. If it is unreachable, there is nothing to free.
    connection.on('error', ended)
    connection.on('end', ended)
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
    else connection.connect(port, host)
  })
}
