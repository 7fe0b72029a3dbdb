import type { Actor, Author } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { bytesAsFile } from '../../platform/files/opened-file.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { ImportTakenOver, importContacts } from '../transfer/import-contacts.ts'
import { readContactFile } from '../transfer/open-contact-file.ts'
import { lockUpload, setOver, setRunning } from './queries.ts'

type Payload = {
  readonly advisorId: number
  readonly uploadId: number
  /** Absent in jobs of the last release, which had no assistants. */
  readonly actor?: Actor
  readonly traceId: string | null
}

/** Imports an uploaded file. If interrupted at any point, it resumes after its last batch. */
export const importUpload: Job<Payload> = {
  name: 'import_contact_upload',
  handle: async ({ advisorId, uploadId, actor = { kind: 'advisor' }, traceId }, { database, signal }) => {
    const upload = await inTransaction(database, async tx => {
      const [found] = await lockUpload(tx, [advisorId, uploadId])
      if (found?.state === 'waiting') await setRunning(tx, [advisorId, uploadId])
      return found
    })
    // It is finished, or its account is gone.
    if (!upload?.bytes || (upload.state !== 'waiting' && upload.state !== 'running')) return
    const author: Author = { advisorId, actor, traceId }
    const fields = upload.columns.map(({ field }) => field)
    const file = await readContactFile(upload.fileName, bytesAsFile(upload.bytes), {
      map: [],
      ignore: [],
      fields,
    })
    const end = (state: 'finished' | 'failed', problem: string | null): Promise<object> =>
      inTransaction(database, tx => setOver(tx, [advisorId, uploadId, state, problem]))
    try {
      await importContacts(database, author, {
        file,
        groupId: upload.groupId ?? undefined,
        onProgress: () => signal.throwIfAborted(),
      })
      await end('finished', null)
    } catch (error) {
      // A Problem is final: retrying would not help, for example if the group is gone. Anything else is retried. If
      // this process was paused and another took over, that one records the outcome.
      if (!(error instanceof Problem) || error instanceof ImportTakenOver) throw error
      await end('failed', error.message)
    }
  },
  giveUp: async ({ advisorId, uploadId }, tx) => {
    const [upload] = await lockUpload(tx, [advisorId, uploadId])
    if (upload?.state !== 'waiting' && upload?.state !== 'running') return
    await setOver(tx, [
      advisorId,
      uploadId,
      'failed',
      'The import could not be finished. Try again: it continues where it stopped.',
    ])
  },
}

/** About ten minutes including the pauses. The advisor may then retry. */
export const importAttempts = 7
