// Counts of a large book are corrected by later changes instead of being made again. They must stay exact.
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { createAdvisor } from '../../../test/people/people.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { createContact } from '../contacts/create-contact.ts'
import { deleteContact } from '../contacts/delete-contact.ts'
import { updateContact } from '../contacts/update-contact.ts'
import { createGroup } from '../groups/create-group.ts'
import { deleteOldChanges } from './delete-old-changes.ts'
import type { ContactOrder } from './page-queries.ts'
import { RememberedTotals } from './remembered-totals.ts'
import { type ContactSearch, searchContacts } from './search-contacts.ts'

const { database, owner } = await useTestDatabase()
const bookSize = 25_000
const deepPage = 250
let advisorId = 0
const author = () => ({ advisorId, actor: { kind: 'operator', name: 'test' }, traceId: null }) as const
const followPhones = async () => []

/** Half of them in one second, the others in one of a hundred. Names and dates are in unrelated orders. */
beforeAll(async () => {
  advisorId = (await createAdvisor(database)).id
  await owner.query(
    `insert into contact (advisor_id, source, email_status, first_name, last_name, created_at, modified_at)
     select $1, number % 3, 0, case when number % 4 = 0 then 'Anna' else 'Person' end, md5(number::text), instant, instant
     from generate_series(1, $2::integer) as number,
       lateral (
         select timestamptz '2024-01-01Z' + make_interval(secs => case when number % 2 = 0 then 50 else number % 100 end)
           as instant
       ) as dated`,
    [advisorId, bookSize],
  )
  await owner.query('insert into address_book (advisor_id, contact_count, group_count) values ($1, $2, 0)', [
    advisorId,
    bookSize,
  ])
  await owner.query('vacuum analyze contact')
})

const columns = {
  fullName: 'sort_name',
  email: 'sort_email',
  emailStatus: 'email_status',
  groupCount: 'group_count',
  source: 'source',
  dateTimeCreated: 'created_at',
  dateTimeModified: 'modified_at',
} as const

/** What a service process knows, and how often it counted. */
function startReading() {
  const texts: string[] = []
  const db = {
    query: (query: { text: string }) => {
      texts.push(query.text)
      return database.query(query)
    },
  } as unknown as Queryable
  const reading = { db, totals: new RememberedTotals() }
  const read = async (search: Partial<ContactSearch['filter'] & ContactSearch>) => {
    const { page = 1, sortBy = 'fullName', sortDirection = 'asc', words, modifiedSince } = search
    const { contacts, total } = await searchContacts(reading, {
      filter: {
        advisorId,
        words,
        modifiedSince,
        groupId: undefined,
        phone: undefined,
        externalId: undefined,
      },
      after: undefined,
      page,
      pageSize: 50,
      sortBy,
      sortDirection,
    })
    return { ids: contacts.map(({ id }) => id), total }
  }
  const taken = (part: string): number => texts.splice(0).filter(text => text.includes(part)).length
  return { read, taken }
}

type Reader = ReturnType<typeof startReading>

async function plainly(condition: string, values: readonly unknown[] = [], order = 'sort_name, id') {
  const { rows } = await owner.query<{ id: number }>(
    `select id from contact where advisor_id = $1 and ${condition} order by ${order}`,
    [advisorId, ...values],
  )
  return rows.map(({ id }) => id)
}

const instants = [
  '2024-01-01T00:00:50Z',
  '2024-01-01T00:00:50.001Z',
  '2024-01-01T00:01:10Z',
  '2023-01-01T00:00:00Z',
]

async function expectExactCounts({ read }: Reader): Promise<void> {
  const annas = await plainly(`search_text like '%anna%'`)
  expect(await read({ words: ['anna'] })).toEqual({ ids: annas.slice(0, 50), total: annas.length })
  const both = await plainly(`search_text like '%an%' and search_text like '%e%'`)
  expect(await read({ words: ['an', 'e'] })).toEqual({ ids: both.slice(0, 50), total: both.length })
  for (const instant of [...instants, new Date().toISOString()]) {
    const changed = await plainly('modified_at >= $2', [instant])
    const found = await read({ modifiedSince: new Date(instant) })
    expect(found, instant).toEqual({ ids: changed.slice(0, 50), total: changed.length })
  }
}

async function expectExactPages({ read }: Reader, orders = Object.keys(columns)): Promise<void> {
  for (const sortBy of orders as ContactOrder[]) {
    const all = await plainly('true', [], `${columns[sortBy]}, id`)
    const at = (deepPage - 1) * 50
    const total = all.length
    expect(await read({ page: deepPage, sortBy }), sortBy).toEqual({ ids: all.slice(at, at + 50), total })
    const descending = await read({ page: deepPage, sortBy, sortDirection: 'desc' })
    expect(descending, sortBy).toEqual({ ids: all.toReversed().slice(at, at + 50), total })
  }
}

/** Each kind of change, before and after the positions that are known. */
async function change(round: number): Promise<void> {
  const someone = async (place: number): Promise<number> =>
    (await plainly('true', [], 'modified_at, id')).at(place) ?? 0
  const fields = { firstName: round % 2 === 0 ? 'Aaron' : 'Zoe', lastName: 'Anna' }
  const id = await createContact(database, author(), { source: 'Partner API', fields })
  await updateContact({ database, followPhones }, author(), await someone(10 * round), {
    firstName: `Anna ${round}`,
  })
  await updateContact({ database, followPhones }, author(), id, { nickname: 'Nan' })
  await deleteContact({ database, followPhones }, author(), await someone(-1 - 100 * round))
}

describe('after changes', () => {
  it('totals of words and instants are exact without another count', async () => {
    const reader = startReading()
    await expectExactCounts(reader)
    reader.taken('')
    for (let round = 0; round < 5; round += 1) {
      await change(round)
      await expectExactCounts(reader)
    }
    expect(reader.taken(`from contact where contact.advisor_id = $1 and contact.search_text`)).toBe(0)
  })

  it('pages far from both ends are exact in every order', async () => {
    const reader = startReading()
    await expectExactPages(reader)
    expect(reader.taken('with recursive anchor')).toBe(7)
    await change(6)
    await expectExactPages(reader)
    expect(reader.taken('with recursive anchor')).toBe(0)
  })

  it('pages are exact after more contacts came before them than lie between two anchors', async () => {
    const reader = startReading()
    await expectExactPages(reader, ['fullName'])
    for (let batch = 0; batch < 12; batch += 1) {
      await owner.query(
        `with added as (
           insert into contact (advisor_id, source, email_status, first_name, last_name)
           select $1, 1, 0, 'Aaa', md5(($2 + number)::text) from generate_series(1, 200) as number
         )
         update address_book set contact_count = contact_count + 200, revision = revision + 1 where advisor_id = $1`,
        [advisorId, batch * 200],
      )
    }
    reader.taken('')
    await expectExactPages(reader, ['fullName'])
    expect(reader.taken('with recursive anchor')).toBe(0)
  })
})

describe('counts are made again', () => {
  const bulk = `with changed as (
      update contact set first_name = 'Anna' || first_name, modified_at = now() where advisor_id = $1 and source = 2
    )
    update address_book set revision = revision + 1 where advisor_id = $1`
  const losses: Record<string, () => Promise<unknown>> = {
    'after a statement that changed too many contacts to note': () => owner.query(bulk, [advisorId]),
    'after such a statement together with a small one': async () => {
      const client = await owner.connect()
      await client.query('begin')
      await client.query(`update contact set nickname = 'Anna' where advisor_id = $1 and source = 1`, [
        advisorId,
      ])
      await client.query(
        'update contact set nickname = null where id = (select min(id) from contact where advisor_id = $1)',
        [advisorId],
      )
      await client.query('update address_book set revision = revision + 1 where advisor_id = $1', [advisorId])
      await client.query('commit')
      client.release()
    },
    'after a change that was deleted': async () => {
      await change(7)
      await owner.query(`update contact_change set noted_at = now() - interval '61 minutes'`)
      expect(await deleteOldChanges(database)).toBeGreaterThan(0)
    },
    'after a change of groups alone': () =>
      createGroup(database, author(), { source: 'Partner API', input: { name: 'Golf' } }),
  }

  it.each(Object.keys(losses))('%s', async name => {
    const reader = startReading()
    await expectExactCounts(reader)
    await expectExactPages(reader, ['fullName'])
    await losses[name]?.()
    await expectExactCounts(reader)
    await expectExactPages(reader, ['fullName'])
  })
})

it('a change in progress during a count is in the next one', async () => {
  const reader = startReading()
  await expectExactCounts(reader)
  const writer = await owner.connect()
  await writer.query('begin')
  await writer.query(
    `insert into contact (advisor_id, source, email_status, first_name) values ($1, 1, 0, 'Annabel')`,
    [advisorId],
  )
  // Commits while the other is open, so its number is higher and it is seen first.
  await createContact(database, author(), {
    source: 'Partner API',
    fields: { firstName: 'Anna', lastName: 'E' },
  })
  await expectExactCounts(reader)
  await writer.query(
    `update address_book set contact_count = contact_count + 1, revision = revision + 1 where advisor_id = $1`,
    [advisorId],
  )
  await writer.query('commit')
  writer.release()
  await expectExactCounts(reader)
})
