// 20,000 contacts of one advisor among 40,000: how PostgreSQL finds a page. bench/ measures the full size.
import { beforeAll, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { createAdvisor } from '../../../test/people/people.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import type { ContactFilter } from './page-queries.ts'
import { groupWalkOf, textWalkOf } from './plan-walk.ts'
import { RememberedTotals } from './remembered-totals.ts'
import { searchContacts } from './search-contacts.ts'

const { database, owner } = await useTestDatabase()

const bookSize = 20_000
let advisorId = 0
/** By size. The members of `latest` were created last. */
const groups = { half: 0, some: 0, few: 0, latest: 0 }

async function addGroup(name: string, members: string): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `with added as (
       insert into contact_group (advisor_id, name, source, contact_count)
       select $1, $2, 0, count(*) from contact where advisor_id = $1 and ${members} returning id
     ), joined as (
       insert into membership select $1, contact.id, added.id from contact cross join added
       where advisor_id = $1 and ${members}
     )
     select id from added`,
    [advisorId, name],
  )
  return rows[0]?.id ?? 0
}

beforeAll(async () => {
  advisorId = (await createAdvisor(database)).id
  const other = await createAdvisor(database)
  // Name order is unrelated to id order.
  await owner.query(
    `insert into contact (advisor_id, source, email_status, first_name, last_name, nickname)
     select advisor_id, number % 3, 0, 'Person', md5(number::text), 'number ' || number
     from generate_series(1, $3) as number cross join unnest(array[$1, $2]::bigint[]) as advisor_id`,
    [advisorId, other.id, bookSize],
  )
  const place = 'substr(nickname, 8)::integer'
  groups.half = await addGroup('Half', `${place} % 2 = 0`)
  groups.some = await addGroup('Some', `${place} % 20 = 0`)
  groups.few = await addGroup('Few', `${place} % 1000 = 0`)
  groups.latest = await addGroup('Latest', `${place} > ${bookSize - 1_500}`)
  await owner.query(`insert into address_book (advisor_id, contact_count, group_count) values ($1, $2, 4)`, [
    advisorId,
    bookSize,
  ])
  await owner.query('vacuum analyze contact, membership, contact_group')
})

interface Planned {
  readonly plans: readonly string[]
  readonly ids: readonly number[]
  readonly total: number
}

/** Runs a search as the service does and explains each of its statements. */
async function plan(
  filter: Partial<ContactFilter>,
  options: object = {},
  totals = new RememberedTotals(),
): Promise<Planned> {
  const plans: string[] = []
  const explaining = {
    query: async (query: { name?: string; text: string; values: unknown[] }) => {
      const { text, values } = query
      const { rows } = await database.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values })
      plans.push(rows.map(row => row['QUERY PLAN']).join('\n'))
      return database.query(query)
    },
  } as unknown as Queryable
  const { contacts, total } = await searchContacts(
    { db: explaining, totals },
    {
      filter: {
        advisorId,
        words: undefined,
        externalId: undefined,
        groupId: undefined,
        phone: undefined,
        modifiedSince: undefined,
        ...filter,
      },
      after: undefined,
      page: 1,
      pageSize: 50,
      sortBy: 'fullName',
      sortDirection: 'asc',
      ...options,
    },
  )
  return { plans, ids: contacts.map(({ id }) => id), total }
}

it.each(['fullName', 'email', 'emailStatus', 'groupCount', 'source', 'dateTimeCreated', 'dateTimeModified'])(
  'a page by %s uses the index of that order',
  async sortBy => {
    for (const sortDirection of ['asc', 'desc']) {
      const { plans, total } = await plan({}, { sortBy, sortDirection })
      expect(total).toBe(bookSize)
      expect(plans.join('\n')).not.toMatch(
        /Seq Scan on (contact|membership)\b|Sort Key: contact\.\w+.*\n.*Bitmap/,
      )
      expect(plans.join('\n')).toMatch(/Index Only Scan( Backward)? using contact_by_/)
    }
  },
)

it('a rare fragment uses the trigram index, for page and total at once', async () => {
  const { plans, total } = await plan({ words: ['ber', '1234'] }, { pageSize: 5 })
  expect(total).toBe(28)
  const searching = plans.filter(text => text.includes('search_text'))
  expect(searching).toHaveLength(1)
  expect(searching[0]).toMatch(/Bitmap Index Scan on contact_by_text.*\n *Index Cond: .*search_text ~~/)
})

it.each([
  ['one letter', { words: ['a'] }],
  ['two letters', { words: ['er'] }],
  ['a common fragment', { words: ['number'] }],
  ['contacts changed since', { modifiedSince: new Date(0) }],
])('%s never reads all advisors’ contacts', async (_what, filter) => {
  const { plans } = await plan(filter)
  expect(plans.join('\n')).not.toMatch(/Seq Scan/)
})

it('a group is walked or fetched depending on its size, with the same page', async () => {
  const ways = []
  for (const [name, groupId] of Object.entries(groups)) {
    for (const sortBy of ['fullName', 'groupCount', 'dateTimeCreated']) {
      for (const page of [1, 7]) {
        const { plans, ids, total } = await plan({ groupId }, { sortBy, page })
        const column = { fullName: 'sort_name', groupCount: 'group_count', dateTimeCreated: 'created_at' }[
          sortBy
        ]
        const { rows } = await owner.query<{ id: number }>(
          `select contact.id from contact join membership
             on membership.advisor_id = $1 and contact_id = contact.id and group_id = $2
           where contact.advisor_id = $1 order by ${column}, contact.id limit 50 offset $3`,
          [advisorId, groupId, (page - 1) * 50],
        )
        expect(ids, `${name} by ${sortBy}, page ${page}`).toEqual(rows.map(({ id }) => id))
        const isHashed = plans.some(text => text.includes('hashed SubPlan'))
        const isWalked = plans.some(text => /Filter: .*SubPlan/.test(text))
        if (page === 1 && sortBy === 'fullName') {
          ways.push([name, total, isHashed ? 'hashed' : isWalked ? 'looked up' : 'fetched'])
        }
      }
    }
  }
  expect(ways).toEqual([
    ['half', 10_000, 'looked up'],
    ['some', 1_000, 'hashed'],
    ['few', 20, 'fetched'],
    ['latest', expect.any(Number), 'hashed'],
  ])
})

it('a walk that finds too few falls back to fetching', async () => {
  // All members are at the far end of this order, so the walk ends before the first of them.
  const { plans, ids } = await plan({ groupId: groups.latest }, { sortBy: 'dateTimeCreated' })
  expect(plans).toHaveLength(3)
  expect(ids).toHaveLength(50)
})

it('the plan for a group follows its size in a book of a million', () => {
  const slice = { limit: 50, offset: 0, isReversed: false }
  const wayTo = (matches: number) => groupWalkOf(slice, { matches, book: 1_000_000 })?.isHashed
  expect([20, 1_000, 5_000, 20_000, 50_000, 500_000].map(wayTo)).toEqual([
    undefined,
    undefined,
    true,
    false,
    false,
    false,
  ])
})

it('a counted search uses a walk if many contacts match', async () => {
  const totals = new RememberedTotals()
  const filters = [['number'], ['ber', '1'], ['e']].flatMap(words => [
    { words },
    { words, groupId: groups.half },
  ])
  for (const filter of filters) {
    const fetched = await plan(filter, {}, totals)
    const walked = await plan(filter, {}, totals)
    expect(walked.plans.at(-1)).toMatch(/Index Scan using contact_by_name/)
    expect(walked.ids).toEqual(fetched.ids)
    expect(walked.total).toBe(fetched.total)
  }
  const slice = { limit: 50, offset: 0, isReversed: false }
  expect(textWalkOf(slice, { matches: 5_000, book: 1_000_000 })).toBeUndefined()
})
