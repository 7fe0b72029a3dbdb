import { statement } from '../db/statement.ts'

/** The columns are read from the entry itself, so that they cannot tell another story. */
export const insertEntries = statement<
  object,
  [canonicalEntries: readonly string[], digests: readonly Buffer[]]
>(
  'insert_journal_entries',
  `insert into journal (advisor_id, occurred_at, kind, subject_id, entry, digest)
   select (entry->>'advisorId')::bigint, (entry->>'at')::timestamptz, entry->>'kind',
     (entry->'subject'->>'id')::bigint, entry, digest
   from unnest($1::jsonb[], $2::bytea[]) with ordinality as given (entry, digest, position)
   order by position`,
)

export const createPartitions = statement<{ made: number }>(
  'create_journal_partitions',
  'select ensure_journal_partitions() as made',
)
