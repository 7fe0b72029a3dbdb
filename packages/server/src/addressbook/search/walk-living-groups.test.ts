// Lists by group count while the members of large deleted groups are being removed: the same as a plain reading.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { createAdvisor } from '../../../test/people/people.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { readContactCursor } from './contact-cursor.ts'
import { RememberedTotals } from './remembered-totals.ts'
import { searchContacts } from './search-contacts.ts'

const { database, owner } = await useTestDatabase()
const bookSize = 24_000
let advisorId = 0
let wholeReadings = 0

/** Contacts by the remainder of their number: which are in a living group, and which in each deleted one. */
interface Shape {
  readonly living: string
  readonly deleted: readonly string[]
}

async function fill({ living, deleted }: Shape): Promise<void> {
  await owner.query(
    `insert into contact (advisor_id, source, email_status, first_name)
     select $1, 1, 0, 'Number ' || number from generate_series(1, $2::integer) as number`,
    [advisorId, bookSize],
  )
  await owner.query('insert into address_book (advisor_id, contact_count, group_count) values ($1, $2, 1)', [
    advisorId,
    bookSize,
  ])
  for (const [index, members] of [living, ...deleted].entries()) {
    const { rows } = await owner.query<{ id: number }>(
      `insert into contact_group (advisor_id, name, source, contact_count) values ($1, $2, 0, 0) returning id`,
      [advisorId, `Group ${index}`],
    )
    const id = rows[0]?.id
    const { rowCount } = await owner.query(
      `insert into membership (advisor_id, contact_id, group_id)
       select advisor_id, id, $2 from contact, lateral (select substr(first_name, 8)::integer as number) as numbered
       where advisor_id = $1 and ${members}`,
      [advisorId, id],
    )
    if (index === 0) continue
    await owner.query('delete from contact_group where advisor_id = $1 and id = $2', [advisorId, id])
    await owner.query(
      `insert into group_removal (advisor_id, group_id, name, contact_count, remaining) values ($1, $2, 'Gone', $3, $3)`,
      [advisorId, id, rowCount],
    )
  }
  await owner.query('vacuum analyze contact, membership')
  await owner.query(
    `update contact set group_count = counted.groups from (
       select contact_id, count(*) as groups from membership where advisor_id = $1 group by contact_id
     ) as counted
     where contact.advisor_id = $1 and contact.id = counted.contact_id`,
    [advisorId],
  )
}

beforeEach(async () => {
  advisorId = (await createAdvisor(database)).id
  wholeReadings = 0
})
afterEach(() => owner.query('delete from group_removal'))

const db = {
  query: (query: { text: string }) => {
    if (query.text.includes('found as materialized')) wholeReadings += 1
    return database.query(query)
  },
} as unknown as Queryable

async function read(sortDirection: 'asc' | 'desc', { page = 1, cursor }: { page?: number; cursor?: string }) {
  const sorting = { sortBy: 'groupCount', sortDirection } as const
  const filter = { words: undefined, groupId: undefined, phone: undefined, externalId: undefined }
  const after = cursor === undefined ? undefined : readContactCursor(cursor, sorting)
  const search = {
    filter: { advisorId, modifiedSince: undefined, ...filter },
    after,
    page,
    pageSize: 50,
    ...sorting,
  }
  const { contacts, total, nextCursor } = await searchContacts({ db, totals: new RememberedTotals() }, search)
  return { ids: contacts.map(({ id }) => id), total, nextCursor }
}

async function expectExactPages(): Promise<void> {
  for (const direction of ['asc', 'desc'] as const) {
    const { rows } = await owner.query<{ id: number }>(
      `select contact.id from contact left join (
         select contact_id, count(*) as living from membership
         where advisor_id = $1 and group_id in (select id from contact_group where advisor_id = $1) group by contact_id
       ) as counted on counted.contact_id = contact.id
       where contact.advisor_id = $1
       order by coalesce(living, 0) ${direction}, contact.id ${direction}`,
      [advisorId],
    )
    const all = rows.map(({ id }) => id)
    for (const page of [1, 7]) {
      const { ids, total, nextCursor } = await read(direction, { page })
      expect([ids, total]).toEqual([all.slice(50 * (page - 1), 50 * page), bookSize])
      if (nextCursor === undefined) throw new Error('no cursor')
      const next = await read(direction, { cursor: nextCursor })
      expect(next.ids).toEqual(all.slice(50 * page, 50 * (page + 1)))
    }
  }
}

const walked: Record<string, Shape> = {
  'one of half of the book': { living: 'number % 3 = 0', deleted: ['number % 2 = 0'] },
  'two that overlap': { living: 'number % 5 < 2', deleted: ['number % 2 = 0', 'number % 3 = 0'] },
  'one with few members': { living: 'number % 3 = 0', deleted: ['number % 100 = 7'] },
}

it.each(Object.keys(walked))('%s: pages and cursors are exact without reading the whole book', async name => {
  await fill(walked[name] ?? { living: 'true', deleted: [] })
  await expectExactPages()
  expect(wholeReadings).toBe(0)
})

it('a deleted group of nearly everybody is read as a whole', async () => {
  await fill({ living: 'number % 3 = 0', deleted: ['number % 10000 > 1'] })
  await expectExactPages()
  expect(wholeReadings).toBeGreaterThan(0)
})
