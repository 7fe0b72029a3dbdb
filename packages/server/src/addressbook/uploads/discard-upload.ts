import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { isBegun, noUpload } from './errors.ts'
import { deleteUpload, lockUpload } from './queries.ts'

/** Throws a draft away. */
export async function discardUpload(database: Database, advisorId: number, uploadId: number): Promise<void> {
  await inTransaction(database, async tx => {
    const [upload] = await lockUpload(tx, [advisorId, uploadId])
    if (!upload) throw noUpload()
    if (upload.state !== 'draft') throw isBegun()
    await deleteUpload(tx, [advisorId, uploadId])
  })
}
