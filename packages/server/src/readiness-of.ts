import type { DatabaseState } from './platform/db/inspect-database.ts'
import type { Readiness } from './platform/http/health.ts'
import type { Room } from './platform/partitions/room.ts'

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

/** A process that cannot write takes no traffic. */
export function readinessBy({ texts, journalSeconds }: Room): Readiness {
  if (texts > 0 && journalSeconds > 0) return { ready: true }
  const rows = texts > 0 ? 'journal entries' : 'texts'
  return {
    ready: false,
    why: `there is no partition for new ${rows}, start parley worker or run parley migrate`,
  }
}
