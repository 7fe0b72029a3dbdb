// Creates contacts and groups with an Idempotency-Key, and counts the results.
import { expect } from 'vitest'
import type { Database } from '../../src/platform/db/pool.ts'
import { readJournal } from '../database/address-book-audit.ts'
import type { BookAnswer, BookClient } from '../servers/address-book.ts'

export const ann = { firstName: 'Ann', phone: '+12025550123' }

export const postWithKey = (
  client: BookClient,
  key: string,
  body: object = ann,
  path: '/contacts' | '/groups' = '/contacts',
): Promise<BookAnswer> => client.call('POST', path, body, { headers: { 'idempotency-key': key } })

export function idOf(answer: BookAnswer): number {
  expect(answer.status, answer.body).toBe(200)
  return (JSON.parse(answer.body) as { id: number }).id
}

export const isReplay = ({ headers }: BookAnswer): boolean => headers['idempotency-replayed'] === 'true'

/** Number of the advisor's contacts and groups. Each must have exactly one journal entry. */
export async function countCreated(database: Database, { advisorId }: BookClient): Promise<number> {
  const { rows } = await database.query<{ made: string }>(
    `select 'contact ' || id as made from contact where advisor_id = $1
     union all select 'group ' || id from contact_group where advisor_id = $1`,
    [advisorId],
  )
  const told = (await readJournal(database, advisorId))
    .filter(({ kind }) => kind.endsWith('.created'))
    .map(({ subject: { kind, id } }) => `${kind} ${id}`)
  expect(new Set(told)).toEqual(new Set(rows.map(({ made }) => made)))
  expect(told).toHaveLength(rows.length)
  return rows.length
}
