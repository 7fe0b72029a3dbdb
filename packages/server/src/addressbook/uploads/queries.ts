import { statement } from '../../db/statement.ts'
import type { LineRefusal, SurveyedColumn } from './survey-file.ts'

export type UploadState = 'draft' | 'waiting' | 'running' | 'finished' | 'failed'

export interface UploadRow {
  readonly uploadId: number
  readonly fileName: string
  readonly fileDigest: Buffer
  readonly state: UploadState
  readonly columns: readonly SurveyedColumn[]
  readonly lines: number
  readonly right: number
  readonly refusals: readonly LineRefusal[]
  readonly groupId: number | null
  readonly run: number | null
  readonly problem: string | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
  /** Of the import, once it has begun. */
  readonly createdCount: number | null
  readonly refusedCount: number | null
  /** When an import of the same file has finished, other than this one. */
  readonly importedBefore: Date | null
}

const columns = `upload.id as "uploadId", upload.file_name as "fileName", upload.file_digest as "fileDigest",
  upload.state, upload.columns, upload.line_count as lines, upload.right_count as right, upload.refusals,
  upload.group_id as "groupId", upload.run, upload.problem, upload.created_at as "createdAt",
  upload.finished_at as "finishedAt", import.created_count as "createdCount", import.refused_count as "refusedCount", (
    select max(earlier.finished_at) from contact_import as earlier
    where earlier.advisor_id = upload.advisor_id and earlier.file_digest = upload.file_digest
      and (upload.run is null or earlier.run < upload.run)
  ) as "importedBefore"`
const withImport = `left join contact_import as import on import.advisor_id = upload.advisor_id
  and import.file_digest = upload.file_digest and import.run = upload.run`

/** Of an advisor who uploads again and again and begins nothing, the latest few drafts stay. */
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
    columns: string,
    lines: number,
    right: number,
    refusals: string,
  ]
>(
  'insert_contact_upload',
  `insert into contact_upload (
     advisor_id, file_name, bytes, file_digest, columns, line_count, right_count, refusals
   ) values ($1, $2, $3, $4, $5, $6, $7, $8) returning id as "uploadId"`,
)

export const uploadById = statement<UploadRow, [advisorId: number, uploadId: number]>(
  'contact_upload_by_id',
  `select ${columns} from contact_upload as upload ${withImport} where upload.advisor_id = $1 and upload.id = $2`,
)

export const latestUploads = statement<UploadRow, [advisorId: number, limit: number]>(
  'latest_contact_uploads',
  `select ${columns} from (
     select * from contact_upload where advisor_id = $1 order by id desc limit $2
   ) as upload ${withImport} order by upload.id desc`,
)

/** Held until the transaction ends. */
export const lockUpload = statement<
  {
    readonly state: UploadState
    readonly fileName: string
    readonly fileDigest: Buffer
    readonly columns: readonly SurveyedColumn[]
    readonly right: number
    readonly groupId: number | null
    readonly bytes: Buffer | null
  },
  [advisorId: number, uploadId: number]
>(
  'lock_contact_upload',
  `select state, file_name as "fileName", file_digest as "fileDigest", columns, right_count as right,
     group_id as "groupId", bytes
   from contact_upload where advisor_id = $1 and id = $2 for update`,
)

/** Answers a row where this run of the file is an upload whose import has failed. */
export const failedRun = statement<object, [advisorId: number, fileDigest: Buffer, run: number]>(
  'failed_run_of_contact_upload',
  `select from contact_upload where advisor_id = $1 and file_digest = $2 and run = $3 and state = 'failed'`,
)

export const setSurvey = statement<
  object,
  [advisorId: number, uploadId: number, columns: string, right: number, refusals: string]
>(
  'set_survey_of_contact_upload',
  `update contact_upload set columns = $3, right_count = $4, refusals = $5 where advisor_id = $1 and id = $2`,
)

export const setWaiting = statement<
  object,
  [advisorId: number, uploadId: number, groupId: number | null, run: number]
>(
  'set_contact_upload_waiting',
  `update contact_upload set state = 'waiting', group_id = $3, run = $4 where advisor_id = $1 and id = $2`,
)

export const setRunning = statement<object, [advisorId: number, uploadId: number]>(
  'set_contact_upload_running',
  `update contact_upload set state = 'running' where advisor_id = $1 and id = $2`,
)

/** The file is in, or will never be. */
export const setOver = statement<
  object,
  [advisorId: number, uploadId: number, state: 'finished' | 'failed', problem: string | null]
>(
  'set_contact_upload_over',
  `update contact_upload set state = $3, problem = $4, bytes = null, finished_at = statement_timestamp()
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
