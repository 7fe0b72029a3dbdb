import type { Queryable } from '../../platform/db/pool.ts'
import { noUpload } from './errors.ts'
import { type UploadRow, uploadById } from './queries.ts'

/** With the first notes on its lines; all of them may be megabytes. */
export async function findUpload(
  db: Queryable,
  advisorId: number,
  uploadId: number,
  notes: number,
): Promise<UploadRow> {
  const [upload] = await uploadById(db, [advisorId, uploadId, notes])
  if (!upload) throw noUpload()
  return upload
}
