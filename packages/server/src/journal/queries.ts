import { statement } from '../platform/db/statement.ts'

/** The database clock is the only one that several processes share. */
export const readClock = statement<{ readonly now: Date }>(
  'clock_of_journal',
  'select clock_timestamp()::timestamptz(3) as now',
)

/** In the order given: ids grow with it. */
export const insertEntries = statement<
  object,
  [
    advisorIds: readonly number[],
    times: readonly string[],
    kinds: readonly string[],
    subjectIds: readonly number[],
    bytes: Buffer,
    starts: readonly number[],
    headLengths: readonly number[],
    factsLengths: readonly number[],
    digests: Buffer,
    firmIds: readonly (number | null)[],
  ]
>(
  'insert_journal_entries',
  `insert into journal (advisor_id, firm_id, occurred_at, kind, subject_id, head, facts, salts, digest)
   select advisor_id, firm_id, at, kind, subject_id,
     substring($5::bytea from start + 16 for head_length),
     substring($5 from start + 32 + head_length for facts_length),
     substring($5 from start for 16) || substring($5 from start + 16 + head_length for 16),
     substring($9::bytea from (position::integer - 1) * 32 + 1 for 32)
   from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::bigint[], $6::integer[], $7::integer[], $8::integer[],
     $10::bigint[]) with ordinality
     as given (advisor_id, at, kind, subject_id, start, head_length, facts_length, firm_id, position)
   order by position`,
)

export const createPartitions = statement<{ made: number }, [at: Date | undefined]>(
  'create_journal_partitions',
  'select ensure_journal_partitions(coalesce($1, now())) as made',
)
