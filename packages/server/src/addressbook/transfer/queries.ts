import { statement } from '../../platform/db/statement.ts'

export interface ImportRow {
  readonly run: number
  readonly readingDigest: Buffer
  readonly lastLine: number
  readonly createdCount: number
  readonly refusedCount: number
  readonly finishedAt: Date | null
  /** Set if it failed and will not be resumed. */
  readonly abandonedAt: Date | null
}

const importColumns = `run, reading_digest as "readingDigest", last_line as "lastLine",
  created_count as "createdCount", refused_count as "refusedCount", finished_at as "finishedAt",
  abandoned_at as "abandonedAt"`

export const latestImport = statement<ImportRow, [advisorId: number, fileDigest: Buffer]>(
  'latest_contact_import',
  `select ${importColumns} from contact_import where advisor_id = $1 and file_digest = $2
   order by run desc limit 1`,
)

/** Returns no row if another process has started the same import. */
export const insertImport = statement<
  ImportRow,
  [advisorId: number, fileDigest: Buffer, run: number, readingDigest: Buffer]
>(
  'insert_contact_import',
  `insert into contact_import (advisor_id, file_digest, run, reading_digest) values ($1, $2, $3, $4)
   on conflict do nothing returning ${importColumns}`,
)

/** The next run, which resumes where this one stopped. Returns no row if another process has started it. */
export const insertNextImport = statement<
  ImportRow,
  [advisorId: number, fileDigest: Buffer, run: number, readingDigest: Buffer]
>(
  'insert_next_contact_import',
  `insert into contact_import (
     advisor_id, file_digest, run, reading_digest, last_line, created_count, refused_count
   )
   select advisor_id, file_digest, run + 1, $4, last_line, created_count, refused_count
   from contact_import where advisor_id = $1 and file_digest = $2 and run = $3
   on conflict do nothing returning ${importColumns}`,
)

/** Returns no row if the import is no longer at the expected line: another process is running it. */
export const advanceImport = statement<
  ImportRow,
  [
    advisorId: number,
    fileDigest: Buffer,
    run: number,
    fromLine: number,
    toLine: number,
    created: number,
    refused: number,
    isFinished: boolean,
  ]
>(
  'advance_contact_import',
  `update contact_import
   set last_line = $5, created_count = created_count + $6, refused_count = refused_count + $7,
     finished_at = case when $8::boolean then statement_timestamp() end
   where advisor_id = $1 and file_digest = $2 and run = $3 and last_line = $4 and finished_at is null
   returning ${importColumns}`,
)

export const abandonImport = statement<object, [advisorId: number, fileDigest: Buffer, run: number]>(
  'abandon_contact_import',
  `update contact_import set abandoned_at = statement_timestamp()
   where advisor_id = $1 and file_digest = $2 and run = $3 and finished_at is null`,
)

/** From here on, every statement of the transaction sees the same snapshot. */
export const holdSnapshot = statement<object>(
  'hold_snapshot',
  'set transaction isolation level repeatable read, read only',
)

export const sizeOfExport = statement<{ readonly at: Date; readonly contacts: number }, [advisorId: number]>(
  'size_of_export',
  `select statement_timestamp()::timestamptz(3) as at,
     coalesce((select contact_count from address_book where advisor_id = $1), 0) as contacts`,
)
