import { inTransaction } from '../../db/in-transaction.ts'
import { bytesAsFile } from '../../files/opened-file.ts'
import { Problem } from '../../http/problem.ts'
import type { Job } from '../../jobs/job.ts'
import type { Author } from '../../journal/index.ts'
import { importContacts } from '../import-contacts.ts'
import { readContactFile } from '../transfer/open-contact-file.ts'
import { lockUpload, setOver, setRunning } from './queries.ts'

type Payload = { readonly advisorId: number; readonly uploadId: number; readonly traceId: string | null }

/** Imports what was uploaded. Broken off at any moment, it goes on after its last batch when it is run again. */
export const importUpload: Job<Payload> = {
  name: 'import_contact_upload',
  handle: async ({ advisorId, uploadId, traceId }, { database, signal }) => {
    const upload = await inTransaction(database, async tx => {
      const [found] = await lockUpload(tx, [advisorId, uploadId])
      if (found?.state === 'waiting') await setRunning(tx, [advisorId, uploadId])
      return found
    })
    // It is over, or its account is gone.
    if (!upload?.bytes || (upload.state !== 'waiting' && upload.state !== 'running')) return
    const author: Author = { advisorId, actor: { kind: 'advisor' }, traceId }
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
      // Trying again would not help, such as where the group is gone. Anything else is tried again.
      if (!(error instanceof Problem)) throw error
      await end('failed', error.message)
    }
  },
}
