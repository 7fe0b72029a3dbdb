import { statement } from '../platform/db/statement.ts'

/** The database clock is the only one that several processes share. */
export const readClock = statement<{ readonly now: Date }>(
  'clock_of_journal',
  'select clock_timestamp()::timestamptz(3) as now',
)

/** Advisor id of entries that belong to a firm or the installation. No advisor has this id. */
const noAdvisor = 0

/**
 * The columns are read from the entry itself, so that they cannot differ from it. Entries are passed as one list and digests as
 * one byte string: as arrays, whose elements are quoted and unquoted, they cost a third more.
 */
export const insertEntries = statement<object, [canonicalEntries: string, digests: Buffer]>(
  'insert_journal_entries',
  `insert into journal (advisor_id, occurred_at, kind, subject_id, entry, digest)
   select coalesce((entry->>'advisorId')::bigint, ${noAdvisor}), (entry->>'at')::timestamptz, entry->>'kind',
     (entry->'subject'->>'id')::bigint, entry, substring($2::bytea from (position::integer - 1) * 32 + 1 for 32)
   from jsonb_array_elements($1::jsonb) with ordinality as given (entry, position)
   order by position`,
)

export const createPartitions = statement<{ made: number }>(
  'create_journal_partitions',
  'select ensure_journal_partitions() as made',
)
