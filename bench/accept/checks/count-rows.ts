import type { Database } from '../../../packages/server/src/platform/db/pool.ts'

export interface RowCounts {
  readonly messages: number
  /** Entries of accepted texts in the journal. */
  readonly accepted: number
  readonly refused: number
  readonly delivered: number
  readonly waiting: number
  readonly keys: number
}

export async function countRows(database: Database): Promise<RowCounts> {
  const { rows } = await database.query<RowCounts>(`
    select (select count(*) from message where direction = 'out') as messages,
      (select count(*) from journal where kind = 'message.accepted') as accepted,
      (select count(*) from journal where kind = 'message.refused') as refused,
      (select count(*) from journal where kind = 'message.delivered') as delivered,
      (select count(*) from outbox) as waiting,
      (select count(*) from idempotency_key where answer is not null) as keys`)
  return rows[0] as RowCounts
}
