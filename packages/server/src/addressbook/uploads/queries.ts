import { statement } from '../../platform/db/statement.ts'
import type { LineNote } from '../transfer/line-note.ts'
import type { JudgedSurvey } from './judge-survey.ts'
import type { SurveyedColumn } from './survey-file.ts'

export type UploadState = 'draft' | 'waiting' | 'running' | 'finished' | 'failed'

/** Uploads of an older version have only these two. */
type StoredNote = Partial<LineNote> & Pick<LineNote, 'line' | 'mistake'>

export interface UploadRow {
  readonly uploadId: number
  readonly fileName: string
  readonly fileDigest: Buffer
  readonly state: UploadState
  readonly columns: readonly SurveyedColumn[]
  readonly lines: number
  readonly right: number
  readonly doubtful: number
  readonly duplicates: number
  readonly encoding: string
  readonly notes: readonly StoredNote[]
  readonly groupId: number | null
  readonly run: number | null
  readonly problem: string | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
  /** From the import, once it has started. */
  readonly createdCount: number | null
  readonly refusedCount: number | null
  readonly duplicateCount: number | null
  /** When another import of the same file finished. */
  readonly importedBefore: Date | null
}

/** Without what is wrong with the lines, which may be megabytes. */
const summaryColumns = `upload.id as "uploadId", upload.file_name as "fileName", upload.file_digest as "fileDigest",
  upload.state, upload.columns, upload.line_count as lines, upload.right_count as right,
  upload.doubt_count as doubtful, upload.duplicate_count as duplicates, upload.encoding,
  upload.group_id as "groupId", upload.run, upload.problem, upload.created_at as "createdAt",
  upload.finished_at as "finishedAt", import.created_count as "createdCount", import.refused_count as "refusedCount",
  import.duplicate_count as "duplicateCount", (
    select max(earlier.finished_at) from contact_import as earlier
    where earlier.advisor_id = upload.advisor_id and earlier.file_digest = upload.file_digest
      and (upload.run is null or earlier.run < upload.run)
  ) as "importedBefore"`
const withImport = `left join contact_import as import on import.advisor_id = upload.advisor_id
  and import.file_digest = upload.file_digest and import.run = upload.run`

type SurveyColumns = [
  columns: string,
  right: number,
  doubtful: number,
  duplicates: number,
  encoding: string,
  notes: string,
]

export const surveyColumns = (survey: JudgedSurvey): SurveyColumns => [
  JSON.stringify(survey.columns),
  survey.right,
  survey.doubtful,
  survey.duplicates,
  survey.encoding,
  JSON.stringify(survey.notes),
]

/** Keeps only the latest few drafts of an advisor who uploads repeatedly without importing. */
export const deleteDraftsBut = statement<object, [advisorId: number, kept: number]>(
  'delete_drafts_of_contact_uploads',
  `delete from contact_upload where advisor_id = $1 and id in (
     select id from contact_upload where advisor_id = $1 and state = 'draft' order by id desc offset $2)`,
)

export const insertUpload = statement<
  { readonly uploadId: number },
  [
    advisorId: number,
    fileName: string,
    bytes: Buffer,
    fileDigest: Buffer,
    lines: number,
    ...survey: SurveyColumns,
  ]
>(
  'insert_contact_upload',
  `insert into contact_upload (
     advisor_id, file_name, bytes, file_digest, line_count, columns, right_count, doubt_count, duplicate_count, encoding, refusals
   ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id as "uploadId"`,
)

export const uploadById = statement<UploadRow, [advisorId: number, uploadId: number, notes: number]>(
  'contact_upload_by_id',
  `select ${summaryColumns},
     jsonb_path_query_array(upload.refusals, '$[0 to $last]', jsonb_build_object('last', $3 - 1)) as notes
   from contact_upload as upload ${withImport} where upload.advisor_id = $1 and upload.id = $2`,
)

export const latestUploads = statement<Omit<UploadRow, 'notes'>, [advisorId: number, limit: number]>(
  'latest_contact_uploads',
  `select ${summaryColumns} from (
     select * from contact_upload where advisor_id = $1 order by id desc limit $2
   ) as upload ${withImport} order by upload.id desc`,
)

/** The file of a draft, which never changes. */
export const draftFile = statement<
  { readonly state: UploadState; readonly fileName: string; readonly bytes: Buffer | null },
  [advisorId: number, uploadId: number]
>(
  'file_of_contact_upload',
  'select state, file_name as "fileName", bytes from contact_upload where advisor_id = $1 and id = $2',
)

/** Locked until the transaction ends. */
export const lockUpload = statement<
  {
    readonly state: UploadState
    readonly fileName: string
    readonly fileDigest: Buffer
    readonly columns: readonly SurveyedColumn[]
    readonly right: number
    readonly duplicates: number
    readonly groupId: number | null
    readonly run: number | null
    readonly bytes: Buffer | null
  },
  [advisorId: number, uploadId: number]
>(
  'lock_contact_upload',
  `select state, file_name as "fileName", file_digest as "fileDigest", columns, right_count as right,
     duplicate_count as duplicates, group_id as "groupId", run, bytes
   from contact_upload where advisor_id = $1 and id = $2 for update`,
)

/** Returns a row if this run of the file belongs to an upload whose import failed. */
export const failedRun = statement<object, [advisorId: number, fileDigest: Buffer, run: number]>(
  'failed_run_of_contact_upload',
  `select from contact_upload where advisor_id = $1 and file_digest = $2 and run = $3 and state = 'failed'`,
)

export const setSurvey = statement<object, [advisorId: number, uploadId: number, ...survey: SurveyColumns]>(
  'set_survey_of_contact_upload',
  `update contact_upload
   set columns = $3, right_count = $4, doubt_count = $5, duplicate_count = $6, encoding = $7, refusals = $8
   where advisor_id = $1 and id = $2`,
)

export const setWaiting = statement<
  object,
  [advisorId: number, uploadId: number, groupId: number | null, run: number]
>(
  'set_contact_upload_waiting',
  `update contact_upload set state = 'waiting', group_id = $3, run = $4, problem = null, finished_at = null where advisor_id = $1 and id = $2`,
)

export const setRunning = statement<object, [advisorId: number, uploadId: number]>(
  'set_contact_upload_running',
  `update contact_upload set state = 'running' where advisor_id = $1 and id = $2`,
)

/** Marks an upload as finished or failed. A failed one keeps its file, so that it can be retried. */
export const setOver = statement<
  object,
  [advisorId: number, uploadId: number, state: 'finished' | 'failed', problem: string | null]
>(
  'set_contact_upload_over',
  `update contact_upload set state = $3, problem = $4, finished_at = statement_timestamp(),
     bytes = case when $3 = 'failed' then bytes end
   where advisor_id = $1 and id = $2`,
)

export const deleteUpload = statement<object, [advisorId: number, uploadId: number]>(
  'delete_contact_upload',
  'delete from contact_upload where advisor_id = $1 and id = $2',
)

export const deleteOldDraftRows = statement<object>(
  'delete_old_drafts_of_contact_uploads',
  `delete from contact_upload where state = 'draft' and created_at < now() - interval '1 day'`,
)

/**
 * Deletes imported files with their rejected lines, and failed ones that were not retried, after 30 days. The import
 * itself stays on record, so that the same file is recognized later.
 */
export const deleteOldUploads = statement<{ readonly deleted: number }, [limit: number]>(
  'delete_old_contact_uploads',
  `with gone as (
     delete from contact_upload where ctid = any (array(
       select ctid from contact_upload where finished_at < now() - interval '30 days' limit $1
     )) returning advisor_id, file_digest, run
   ), abandoned as (
     update contact_import set abandoned_at = now() from gone
     where contact_import.advisor_id = gone.advisor_id and contact_import.file_digest = gone.file_digest
       and contact_import.run = gone.run and contact_import.finished_at is null
   )
   select count(*) as deleted from gone`,
)
