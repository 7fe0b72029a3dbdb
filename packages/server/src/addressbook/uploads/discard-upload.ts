import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { abandonImport } from '../transfer/queries.ts'
import { isBegun, noUpload } from './errors.ts'
import { deleteUpload, lockUpload } from './queries.ts'

/** Discards a draft, or what is left of a failed import. Contacts already imported stay. */
export async function discardUpload(database: Database, advisorId: number, uploadId: number): Promise<void> {
  await inTransaction(database, async tx => {
    const [upload] = await lockUpload(tx, [advisorId, uploadId])
    if (!upload) throw noUpload()
    if (upload.state !== 'draft' && upload.state !== 'failed') throw isBegun()
    if (upload.run !== null) await abandonImport(tx, [advisorId, upload.fileDigest, upload.run])
    await deleteUpload(tx, [advisorId, uploadId])
  })
}
