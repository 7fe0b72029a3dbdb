// The people of a firm of 1,200, page by page and by search, beside another firm with the same names.
import { appOperations, limits } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addStaff } from '../../../test/people/staff.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'

const count = 1_200
type Query = Readonly<Record<string, string | number | boolean>>

let server: AdvisorApp
let advisor: AppClient
let other: AppClient
let boss: Pick<AppClient, 'call' | 'ok'>

beforeAll(async () => {
  server = await startAdvisorApp()
  ;[advisor, other] = [await server.welcome(), await server.welcome()]
  const { id } = await addStaff(server.database, { firmId: advisor.firmId, roles: ['administrator'] })
  boss = await server.signIn(id)
  // Every name occurs four times, in two spellings: within one name the id decides.
  for (const { firmId } of [advisor, other]) {
    await server.owner.query(
      `with added as (
         insert into person (firm_id, name, email, active)
         select $1::bigint, (case number % 2 when 0 then 'Person ' else 'PERSON ' end) || number / 4,
           'p' || number || '.x%_@firm' || $1::bigint || '.example', number % 10 <> 0
         from generate_series(1, $2::integer) as number returning id
       ) insert into person_role (person_id, role) select id, case id % 3 when 0 then 'assistant' else 'auditor' end from added`,
      [firmId, count],
    )
  }
  await server.owner.query('analyze person')
})
afterAll(() => server.close())

const page = (query: Query) => boss.ok(appOperations.listFirmPeople, { query })

async function everyPage(query: Query) {
  const pages = [await page(query)]
  for (let cursor = pages[0]?.nextCursor; cursor !== undefined; cursor = pages.at(-1)?.nextCursor) {
    pages.push(await page({ ...query, cursor }))
  }
  expect(pages.every(({ data }) => data.length <= Number(query['limit'] ?? limits.pageSizeDefault))).toBe(
    true,
  )
  return pages.flatMap(({ data }) => data)
}

const idsIn = async (where: string, firmId = advisor.firmId): Promise<number[]> => {
  const { rows } = await server.owner.query<{ id: number }>(
    `select id from person where firm_id = $1 and ${where} order by lower(name), id`,
    [firmId],
  )
  return rows.map(({ id }) => id)
}
const idsOf = (people: readonly { readonly personId: number }[]): number[] =>
  people.map(({ personId }) => personId)

describe('the people of a large firm', () => {
  it.each([7, 50, 200])('are each on one page of %i, by name, and nobody of another firm', async limit => {
    const ids = idsOf(await everyPage({ limit }))
    expect(ids).toEqual(await idsIn('true'))
    expect(ids).toHaveLength(count + 2)
  })

  it('are neither skipped nor repeated when the last of a page is renamed before the next is read', async () => {
    const before = await idsIn('true')
    const first = await page({ limit: 100 })
    const last = first.data.at(-1)
    const rename = (name = '') =>
      server.owner.query('update person set name = $2 where id = $1', [last?.personId, name])
    await rename('A name before all others')
    const rest = await everyPage({ limit: 100, cursor: first.nextCursor ?? '' })
    expect([...idsOf(first.data), ...idsOf(rest)]).toEqual(before)
    await rename(last?.name)
  })

  it('are found by a part of name or address in any case, and what is a pattern elsewhere is a letter here', async () => {
    expect(idsOf(await everyPage({ search: ' eRSon 29 ' }))).toEqual(await idsIn(`lower(name) ~ 'erson 29'`))
    expect(idsOf(await everyPage({ search: 'P1199.' }))).toEqual(await idsIn(`email like 'p1199.%'`))
    expect(await everyPage({ search: `@firm${other.firmId}.` })).toEqual([])
    expect(await everyPage({ search: '%_@' })).toHaveLength(count)
    expect(await everyPage({ search: 'p1%9' })).toEqual([])
    const tooLong = { search: 'x'.repeat(limits.searchCharacters + 1) }
    expect((await boss.call(appOperations.listFirmPeople, { query: tooLong })).status).toBe(400)
  })

  it('are filtered by role, by access and by the account that they hold', async () => {
    const assistants = `exists (select from person_role where person_id = person.id and role = 'assistant')`
    const found = await everyPage({ role: 'assistant', access: 'active', search: 'person 1' })
    expect(idsOf(found)).toEqual(await idsIn(`${assistants} and active and name ilike '%person 1%'`))
    expect(found.length).toBeGreaterThan(50)
    expect(idsOf(await everyPage({ access: 'deactivated' }))).toEqual(await idsIn('not active'))
    expect(idsOf(await everyPage({ holds: advisor.advisorId }))).toEqual([advisor.advisorId])
    expect(await everyPage({ holds: other.advisorId })).toEqual([])
  })

  it('400: a cursor that is not a position in this list', async () => {
    for (const cursor of ['bm9uc2Vuc2U', encode({}), encode(['x']), encode(['x', 1.5]), encode(['\0', 1])]) {
      expect((await boss.call(appOperations.listFirmPeople, { query: { cursor } })).status).toBe(400)
    }
  })

  it('are read from an index that begins with the firm', async () => {
    const { rows } = await server.owner.query<{ 'QUERY PLAN': string }>(
      `explain select id from person where firm_id = $1 and (lower(name), id) > (lower('Person 5'), 1)
       order by lower(name), id limit 51`,
      [advisor.firmId],
    )
    const plan = rows.map(row => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index (Only )?Scan using person_by_name/)
    expect(plan).not.toMatch(/Seq Scan|Sort/)
  })
})

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
