import { statement } from '../db/statement.ts'

/**
 * The columns are read from the entry itself, so that they cannot tell another story. Entries come as one list and
 * digests as one string of bytes: as arrays, whose elements are quoted and unquoted, they cost a third more.
 */
export const insertEntries = statement<object, [canonicalEntries: string, digests: Buffer]>(
  'insert_journal_entries',
  `insert into journal (advisor_id, occurred_at, kind, subject_id, entry, digest)
   select (entry->>'advisorId')::bigint, (entry->>'at')::timestamptz, entry->>'kind',
     (entry->'subject'->>'id')::bigint, entry, substring($2::bytea from (position::integer - 1) * 32 + 1 for 32)
   from jsonb_array_elements($1::jsonb) with ordinality as given (entry, position)
   order by position`,
)

export const createPartitions = statement<{ made: number }>(
  'create_journal_partitions',
  'select ensure_journal_partitions() as made',
)
