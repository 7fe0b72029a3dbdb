import type { Author } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { groupById } from '../groups/queries.ts'
import { readingDigestOf } from '../transfer/import-contacts.ts'
import { insertImport, insertNextImport, latestImport } from '../transfer/queries.ts'
import { isBegun, noUpload } from './errors.ts'
import { importAttempts, importUpload } from './import-upload.ts'
import { failedRun, lockUpload, setWaiting } from './queries.ts'

interface Start {
  readonly uploadId: number
  /** Every contact in the file joins this group. */
  readonly groupId: number | undefined
  /** Import the file again although it was imported before. */
  readonly again: boolean
}

/**
 * Starts the import of an upload, which the worker then runs. The run is fixed here, not by the worker: otherwise a
 * worker that dies between the last line and recording the end would start the file again.
 */
export async function startImport(
  database: Database,
  { advisorId, actor, traceId }: Author,
  { uploadId, groupId, again }: Start,
): Promise<void> {
  await inTransaction(database, async tx => {
    const [upload] = await lockUpload(tx, [advisorId, uploadId])
    if (!upload) throw noUpload()
    // A failed import resumes after its last batch.
    if (upload.state !== 'draft' && upload.state !== 'failed') throw isBegun()
    if (!upload.bytes) throw new Problem('conflict', 'The file is no longer kept. Upload it again.')
    if (upload.right + upload.duplicates === 0) {
      throw new Problem('invalid_request', 'The file has no valid lines.')
    }
    if (groupId !== undefined && (await groupById(tx, [advisorId, groupId])).length === 0) {
      throw new Problem('invalid_request', 'The group does not exist.', {
        details: { errors: [{ path: '/groupId', message: 'is not a group of this address book' }] },
      })
    }
    const [latest] = await latestImport(tx, [advisorId, upload.fileDigest])
    const isOpen = latest && !latest.finishedAt
    // A failed import, for example because its group was deleted, no longer blocks a new one.
    if (isOpen && !latest.abandonedAt && !(await hasFailed(tx, advisorId, upload.fileDigest, latest.run))) {
      throw new Problem('conflict', 'This file is being imported already.')
    }
    if (latest?.finishedAt && !again) {
      throw new Problem(
        'conflict',
        'This file was imported before. Importing it again adds only people who are not in the address book.',
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
    await enqueue(tx, importUpload, { advisorId, uploadId, actor, traceId }, { maxAttempts: importAttempts })
  })
}

const hasFailed = async (tx: Tx, advisorId: number, fileDigest: Buffer, run: number): Promise<boolean> =>
  (await failedRun(tx, [advisorId, fileDigest, run])).length > 0
