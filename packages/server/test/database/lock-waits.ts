import { expect, vi } from 'vitest'
import type { Database } from '../../src/platform/db/pool.ts'

/** Resolves once this many connections to the database wait for a lock. A role sees only what its own connections wait for. */
export const lockWaits = (database: Database, count: number): Promise<void> =>
  vi.waitFor(async () => {
    const { rows } = await database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows).toHaveLength(count)
  }, 20_000)
