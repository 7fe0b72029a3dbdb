import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { FieldName } from '../contacts/contact-fields.ts'
import type { Surveys } from './create-surveys.ts'
import { isBegun, noUpload } from './errors.ts'
import { judgeSurvey } from './judge-survey.ts'
import { draftFile, lockUpload, setSurvey, surveyColumns } from './queries.ts'

/** Sets the column mapping of a draft. The file is read before the row is locked, since that may take seconds. */
export async function mapColumns(
  database: Database,
  advisorId: number,
  surveys: Surveys,
  { uploadId, fields }: { readonly uploadId: number; readonly fields: readonly (FieldName | null)[] },
): Promise<void> {
  const [file] = await draftFile(database, [advisorId, uploadId])
  if (!file) throw noUpload()
  if (file.state !== 'draft' || !file.bytes) throw isBegun()
  const survey = await surveys.survey(advisorId, { name: file.fileName, bytes: file.bytes, fields })
  const judged = await judgeSurvey(database, advisorId, survey)
  await inTransaction(database, async tx => {
    const [upload] = await lockUpload(tx, [advisorId, uploadId])
    if (!upload) throw noUpload()
    if (upload.state !== 'draft') throw isBegun()
    await setSurvey(tx, [advisorId, uploadId, ...surveyColumns(judged)])
  })
}
