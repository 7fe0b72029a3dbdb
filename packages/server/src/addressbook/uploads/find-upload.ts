import type { Queryable } from '../../platform/db/pool.ts'
import { noUpload } from './errors.ts'
import { type UploadRow, uploadById } from './queries.ts'

export async function findUpload(db: Queryable, advisorId: number, uploadId: number): Promise<UploadRow> {
  const [upload] = await uploadById(db, [advisorId, uploadId])
  if (!upload) throw noUpload()
  return upload
}
