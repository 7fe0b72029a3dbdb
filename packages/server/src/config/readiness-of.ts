import type { Distrust } from '../platform/db/errors.ts'
import type { DatabaseState } from '../platform/db/inspect-database.ts'
import type { Readiness } from '../platform/http/health.ts'
import type { Room } from '../platform/partitions/room.ts'

export function readinessOf(database: DatabaseState): Readiness {
  switch (database.state) {
    case 'ready':
      return { ready: true }
    case 'unreachable':
      return { ready: false, why: 'the database cannot be reached' }
    case 'distrusted':
      return { ready: false, why: distrusted[database.why](database.seen) }
    case 'behind':
      return { ready: false, why: `run parley migrate, ${database.pending.length} to apply` }
    case 'foreign': {
      const { cell, environment } = database.found
      return {
        ready: false,
        why: `the database belongs to cell ${cell} of ${environment}, which does not match PARLEY_CELL and PARLEY_ENVIRONMENT`,
      }
    }
    case 'unlimited':
      return {
        ready: false,
        why: 'connections to the database have no time limits, because a pooler drops them: set them for the role parley_app',
      }
  }
}

const distrusted: Record<Distrust, (seen: number | undefined) => string> = {
  older: seen =>
    `this database is older than what was promised; run parley recover${seen === undefined ? '' : ` --seen ${seen}`}`,
  unsure: () =>
    'this database was restored or promoted and may lack the last second of what was promised; run parley recover',
  recovering: () => 'parley recover was started and has not finished; run it again',
  standby: () => 'this database is a standby; connect to the primary',
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
