import type { DatabaseState } from './platform/db/inspect-database.ts'
import type { Readiness } from './platform/http/health.ts'

export function readinessOf(database: DatabaseState): Readiness {
  switch (database.state) {
    case 'ready':
      return { ready: true }
    case 'unreachable':
      return { ready: false, why: 'the database cannot be reached' }
    case 'behind':
      return { ready: false, why: `run parley migrate, ${database.pending.length} to apply` }
    case 'foreign': {
      const { cell, environment } = database.found
      return {
        ready: false,
        why: `the database belongs to cell ${cell} of ${environment}, which does not match PARLEY_CELL and PARLEY_ENVIRONMENT`,
      }
    }
  }
}
