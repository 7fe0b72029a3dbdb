import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { deleteLinks, deleteSessions } from './queries.ts'

/** Ends every link and session of the developers' console, because some may have ended before. Returns how many. */
export const endAllConsoles = (database: Database): Promise<number> =>
  inTransaction(database, async tx => {
    const links = await deleteLinks(tx, [])
    const sessions = await deleteSessions(tx, [])
    return links.length + sessions.length
  })
