import { createHash } from 'node:crypto'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { deleteDraftsBut, insertUpload } from './queries.ts'
import { surveyFile } from './survey-file.ts'

interface Uploaded {
  readonly fileName: string
  readonly bytes: Buffer
}

const draftsKept = 5

/** Keeps a file with what an import of it would do, and answers its id. Nothing of it is in the address book yet. */
export async function uploadContacts(
  database: Database,
  advisorId: number,
  { fileName, bytes }: Uploaded,
): Promise<number> {
  const { columns, lines, right, refusals } = await surveyFile(fileName, bytes)
  const digest = createHash('sha256').update(bytes).digest()
  return inTransaction(database, async tx => {
    await deleteDraftsBut(tx, [advisorId, draftsKept - 1])
    const [upload] = await insertUpload(tx, [
      advisorId,
      fileName,
      bytes,
      digest,
      JSON.stringify(columns),
      lines,
      right,
      JSON.stringify(refusals),
    ])
    if (!upload) throw new Error('an insert answered nothing')
    return upload.uploadId
  })
}
