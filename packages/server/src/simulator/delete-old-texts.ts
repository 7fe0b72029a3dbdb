import { deleteInChunks } from '../platform/db/delete-in-chunks.ts'
import type { Database } from '../platform/db/pool.ts'
import { deleteOldRefusals, deleteOldSimulatorTexts } from './queries.ts'

/** Sandbox handsets keep texts for 30 days. */
export const deleteOldTexts = (database: Database): Promise<number> =>
  deleteInChunks(database, [deleteOldRefusals, deleteOldSimulatorTexts])
