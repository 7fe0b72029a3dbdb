import { createHash } from 'node:crypto'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import type { Surveys } from './create-surveys.ts'
import { judgeSurvey } from './judge-survey.ts'
import { deleteDraftsBut, insertUpload, surveyColumns } from './queries.ts'

interface Uploaded {
  readonly fileName: string
  readonly bytes: Buffer
}

const draftsKept = 5

/** Stores a file with the preview of its import and returns its id. Nothing is in the address book yet. */
export async function uploadContacts(
  database: Database,
  advisorId: number,
  surveys: Surveys,
  { fileName, bytes }: Uploaded,
): Promise<number> {
  const survey = await surveys.survey(advisorId, { name: fileName, bytes })
  const judged = await judgeSurvey(database, advisorId, survey)
  const digest = createHash('sha256').update(bytes).digest()
  return inTransaction(database, async tx => {
    await deleteDraftsBut(tx, [advisorId, draftsKept - 1])
    const upload = firstRow(
      await insertUpload(tx, [advisorId, fileName, bytes, digest, judged.lines, ...surveyColumns(judged)]),
      'the new upload',
    )
    return upload.uploadId
  })
}
