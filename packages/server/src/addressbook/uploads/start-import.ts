import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Author } from '../../journal/index.ts'
import { groupById } from '../group-queries.ts'
import { readingDigestOf } from '../import-contacts.ts'
import { insertImport, insertNextImport, latestImport } from '../transfer/queries.ts'
import { isBegun, noUpload } from './errors.ts'
import { importUpload } from './import-upload.ts'
import { failedRun, lockUpload, setWaiting } from './queries.ts'

interface Start {
  readonly uploadId: number
  /** Every contact of the file joins it. */
  readonly groupId: number | undefined
  /** Imports a file anew that is in already. */
  readonly again: boolean
}

/**
 * Begins the import of an upload, which the worker then does. The run is settled here and not by the worker: a worker that
 * dies between the last line and saying so would otherwise begin the file anew.
 */
export async function startImport(
  database: Database,
  { advisorId, traceId }: Author,
  { uploadId, groupId, again }: Start,
): Promise<void> {
  await inTransaction(database, async tx => {
    const [upload] = await lockUpload(tx, [advisorId, uploadId])
    if (!upload) throw noUpload()
    if (upload.state !== 'draft') throw isBegun()
    if (upload.right === 0) throw new Problem('invalid_request', 'No line of the file gives a contact.')
    if (groupId !== undefined && (await groupById(tx, [advisorId, groupId])).length === 0) {
      throw new Problem('invalid_request', 'The group does not exist.', {
        details: { errors: [{ path: '/groupId', message: 'is not a group of this address book' }] },
      })
    }
    const [latest] = await latestImport(tx, [advisorId, upload.fileDigest])
    const isOpen = latest && !latest.finishedAt
    // One that failed, such as because its group was deleted, is nobody's any more.
    if (isOpen && (await failedRun(tx, [advisorId, upload.fileDigest, latest.run])).length === 0) {
      throw new Problem('conflict', 'This file is being imported already.')
    }
    if (latest?.finishedAt && !again) {
      throw new Problem(
        'conflict',
        'This file was imported before. Import it again only if you want its contacts twice.',
      )
    }
    const reading = upload.columns.map(({ field }) => field ?? '').join(',')
    const readingDigest = readingDigestOf(reading, groupId)
    const run = (latest?.run ?? 0) + 1
    const [begun] = isOpen
      ? await insertNextImport(tx, [advisorId, upload.fileDigest, latest.run, readingDigest])
      : await insertImport(tx, [advisorId, upload.fileDigest, run, readingDigest])
    if (!begun) throw new Problem('conflict', 'This file is being imported already.')
    await setWaiting(tx, [advisorId, uploadId, groupId ?? null, run])
    await enqueue(tx, importUpload, { advisorId, uploadId, traceId })
  })
}
