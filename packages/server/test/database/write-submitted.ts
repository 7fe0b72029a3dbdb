import type { Database } from '../../src/platform/db/pool.ts'

interface Submitted {
  /** The texts are spread over these advisors, and over so many conversations of each. */
  readonly advisorIds: readonly number[]
  readonly conversations: number
  readonly messageIds: readonly number[]
}

/** Journals texts that a carrier took, without the texts: what readers of events see of them is in the journal alone. */
export async function writeSubmitted(
  database: Database,
  { advisorIds, conversations, messageIds }: Submitted,
): Promise<void> {
  await database.query({
    name: 'test_write_submitted',
    text: `
      insert into journal (advisor_id, occurred_at, kind, subject_id, head, facts, salts, digest)
      select ($1::bigint[])[1 + id % cardinality($1::bigint[])], clock_timestamp(), 'message.submitted', id,
        '{"actor":{"kind":"system"},"traceId":null}',
        convert_to(format('{"memberId":%s,"phone":"+12025550100"}', id / cardinality($1::bigint[]) % $2), 'UTF8'),
        sha256(''), sha256('')
      from unnest($3::bigint[]) as id`,
    values: [advisorIds, conversations, messageIds],
  })
}
