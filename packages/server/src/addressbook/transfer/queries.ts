import { statement } from '../../platform/db/statement.ts'

export interface ImportRow {
  readonly run: number
  readonly readingDigest: Buffer
  readonly lastLine: number
  readonly createdCount: number
  readonly refusedCount: number
  /** People who were in the address book already. */
  readonly duplicateCount: number
  readonly finishedAt: Date | null
  /** Set if it failed and will not be resumed. */
  readonly abandonedAt: Date | null
}

const importColumns = `run, reading_digest as "readingDigest", last_line as "lastLine",
  created_count as "createdCount", refused_count as "refusedCount", duplicate_count as "duplicateCount", finished_at as "finishedAt",
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
     advisor_id, file_digest, run, reading_digest, last_line, created_count, refused_count, duplicate_count
   )
   select advisor_id, file_digest, run + 1, $4, last_line, created_count, refused_count, duplicate_count
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
    duplicates: number,
  ]
>(
  'advance_contact_import',
  `update contact_import
   set last_line = $5, created_count = created_count + $6, refused_count = refused_count + $7,
     duplicate_count = duplicate_count + $9,
     finished_at = case when $8::boolean then statement_timestamp() end
   where advisor_id = $1 and file_digest = $2 and run = $3 and last_line = $4 and finished_at is null
   returning ${importColumns}`,
)

/** A line of a list of people that is about somebody in the address book or on an earlier line. Positions begin with 0. */
interface Known {
  readonly position: number
  /** The contact with this name and the same number or e-mail address; null if there is none. */
  readonly contactId: number | null
  /** The first line with this name and number; null for a line without a number. */
  readonly firstByPhone: number | null
  /** The first line with this name and e-mail address; null for a line without an address. */
  readonly firstByEmail: number | null
}

/**
 * Who of these people is known, in the order of the list. Lines about strangers are not returned: reading a file of 10,000 of them
 * takes the event loop 200 ms. The contacts that share a number or address with anyone are read once: there may be thousands with
 * the number of one office.
 */
export const findKnownPeople = statement<
  Known,
  [
    advisorId: number,
    names: readonly string[],
    phones: readonly (string | null)[],
    emails: readonly (string | null)[],
  ]
>(
  'find_known_people',
  `with given as materialized (
     select position - 1 as position, fold_text(name) as name, phone, lower(email collate "und-x-icu") collate "C" as email
     from unnest($2::text[], $3::text[], $4::text[]) with ordinality as given (name, phone, email, position)
   ), by_phone as materialized (
     select fold_text(contact.full_name) as name, contact.phone, min(contact.id) as id
     from (select distinct phone from given where phone is not null) as wanted
     join contact on contact.advisor_id = $1 and contact.phone = wanted.phone
     group by 1, 2
   ), by_email as materialized (
     select fold_text(contact.full_name) as name, contact.sort_email as email, min(contact.id) as id
     from (select distinct email from given where email is not null) as wanted
     join contact on contact.advisor_id = $1 and contact.sort_email = wanted.email
     group by 1, 2
   ), compared as (
     select position, coalesce(by_phone.id, by_email.id) as contact_id,
       case when given.phone is not null then min(position) over (partition by given.name, given.phone) end as first_by_phone,
       case when given.email is not null then min(position) over (partition by given.name, given.email) end as first_by_email
     from given
     left join by_phone on by_phone.name = given.name and by_phone.phone = given.phone
     left join by_email on by_email.name = given.name and by_email.email = given.email
   )
   select position, contact_id as "contactId", first_by_phone as "firstByPhone", first_by_email as "firstByEmail"
   from compared
   where contact_id is not null or first_by_phone < position or first_by_email < position
   order by position`,
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
