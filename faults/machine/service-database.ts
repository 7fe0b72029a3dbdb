import { createPool, type Database } from '../../packages/server/src/db/pool.ts'
import type { PostgresNode } from './postgres-node.ts'

/** The database of an installation, whatever may happen to it. */
export interface ServiceDatabase {
  /** Where the service connects: an address that stays. */
  readonly port: number
  /** As superuser, for what is done before the service is there. */
  readonly adminUrl: string
  /** For watching and for the checks: as superuser, past the address, to the server that answers now. */
  readonly observer: Database
  readonly logs: readonly string[]
  /** Called once, when the migrations have run. */
  complete(): Promise<void>
  killNow(): void
  close(): Promise<void>
}

export const databaseName = 'parley'

/** It writes nothing, and what it asks may take long. */
export function observerOf({ url }: PostgresNode): Database {
  const address = new URL(url)
  address.pathname = `/${databaseName}`
  return createPool({ url: address.href, size: 3, applicationName: 'faults', connectTimeoutMs: 2_000 })
}
