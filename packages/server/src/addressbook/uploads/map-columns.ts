import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import type { FieldName } from '../contact-fields.ts'
import { isBegun, noUpload } from './errors.ts'
import { lockUpload, setSurvey } from './queries.ts'
import { surveyFile } from './survey-file.ts'

/** Says which column of a draft is which field. */
export async function mapColumns(
  database: Database,
  advisorId: number,
  uploadId: number,
  fields: readonly (FieldName | null)[],
): Promise<void> {
  await inTransaction(database, async tx => {
    const [upload] = await lockUpload(tx, [advisorId, uploadId])
    if (!upload) throw noUpload()
    if (upload.state !== 'draft' || !upload.bytes) throw isBegun()
    const { columns, right, refusals } = await surveyFile(upload.fileName, upload.bytes, fields)
    await setSurvey(tx, [advisorId, uploadId, JSON.stringify(columns), right, JSON.stringify(refusals)])
  })
}
