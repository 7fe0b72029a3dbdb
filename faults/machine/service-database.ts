import { createPool, type Database } from '../../packages/server/src/platform/db/pool.ts'
import type { PostgresNode } from './postgres-node.ts'
import { waitUntil } from './wait-until.ts'

/** The database of an installation, whatever may happen to it. */
export interface ServiceDatabase {
  /** Stable address that the service connects to. */
  readonly port: number
  /** Superuser connection for the setup. */
  readonly adminUrl: string
  /** Direct superuser connection to the current primary, for monitoring and checks. */
  readonly observer: Database
  readonly logs: readonly string[]
  /** Called once, when the migrations have run. */
  complete(): Promise<void>
  killNow(): void
  close(): Promise<void>
}

export const databaseName = 'parley'

/** Read-only, for queries that may take long. */
export function observerOf({ url }: Pick<PostgresNode, 'url'>): Database {
  const address = new URL(url)
  address.pathname = `/${databaseName}`
  return createPool({ url: address.href, size: 3, applicationName: 'faults', connectTimeoutMs: 2_000 })
}

/** One failover. */
export interface FailOver {
  readonly killedAtMs: number
  readonly promotedAtMs: number
}

/**
 * A failover is trusted only if the last mark says that commits waited for a standby. Workers make one every second, so this is
 * the moment that a standby needs before it counts.
 */
export const isMarked = (observer: Database): Promise<void> =>
  waitUntil(
    'a worker marks the database',
    async () => {
      const { rows } = await observer.query<{ isMarked: boolean }>(
        'select was_synchronous or place is null as "isMarked" from high_water',
      )
      return rows[0]?.isMarked ?? false
    },
    async () =>
      (
        await observer.query(
          `select (select to_jsonb(high_water) from high_water) as mark, database_place() as place,
             (select jsonb_agg(jsonb_build_array(application_name, state, wait_event, left(query, 60), now() - xact_start))
              from pg_stat_activity where datname = current_database()) as sessions`,
        )
      ).rows[0],
  )

/** Makes the service trust a database that lost acknowledged work, for mutations that show the loss. */
export async function hideLoss(observer: Database): Promise<void> {
  await observer.query('update high_water set place = database_place(), counter = counter + 1000000')
}
