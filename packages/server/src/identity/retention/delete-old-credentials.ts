import { deleteInChunks } from '../../platform/db/delete-in-chunks.ts'
import type { Database } from '../../platform/db/pool.ts'
import { deleteExpiredLinks } from '../sign-in/links/queries.ts'
import * as queries from './queries.ts'

/** Deletes credentials that have been invalid for a long time: secrets, keys, grants and used tokens. */
export const deleteOldCredentials = (database: Database): Promise<number> =>
  deleteInChunks(database, [
    queries.deleteExpiredSecrets,
    queries.deleteRetiredKeys,
    queries.deleteEndedGrants,
    queries.deleteUsedTokens,
    deleteExpiredLinks,
  ])
