import { listOf } from '../matches.ts'
import type { Scenario } from '../scenario.ts'

/** Statements about page, pageSize and sortDirection of each search. */
const searches = [
  { path: '/core/contact/contacts', page: '4.40', size: '4.41', direction: '4.43' },
  { path: '/core/contact/groups', page: '4.44', size: '4.45', direction: '4.46' },
  { path: '/core/content/library/search', page: '4.49', size: '4.50', direction: undefined },
] as const

const refused = {
  status: 400,
  body: { code: 'invalid_request', details: { errors: listOf({ message: /./ }) } },
}

const paging: Scenario = {
  name: 'page, pageSize and sort parameters of every search',
  run: async ({ get }, { statement }) => {
    for (const { path, page, size, direction } of searches) {
      for (const value of ['0', '-1', '1.5', 'a', '']) {
        statement(`${page} 8.3 D9`, `${path} page=${value}`, await get(`${path}?page=${value}`), refused)
        statement(
          `${size} 8.4 D9`,
          `${path} pageSize=${value}`,
          await get(`${path}?pageSize=${value}`),
          refused,
        )
      }
      statement(`${size} 8.4`, `${path} pageSize=201`, await get(`${path}?pageSize=201`), refused)
      for (const value of [1, 200]) {
        statement(`${size} 8.4 2.90`, `${path} pageSize=${value}`, await get(`${path}?pageSize=${value}`), {
          status: 200,
          body: { pageInfo: { pageSize: value } },
        })
      }
      const first = await get(`${path}?page=1`)
      const totalRecord = (value: unknown) => Number(value) >= Number(first.body.pageInfo['totalRecord'])
      for (const value of [20_001, 1_000_001, Number.MAX_SAFE_INTEGER]) {
        statement(`${page} 8.3 D14 2.89`, `${path} page=${value}`, await get(`${path}?page=${value}`), {
          status: 200,
          body: { data: [], pageInfo: { page: value, totalRecord } },
        })
      }
      statement('D14 2.89 2.90', `${path} defaults`, first.body.pageInfo, { page: 1, pageSize: 50 })
      statement('D6', `${path} with an unknown parameter`, (await get(`${path}?colour=red`)).status, 200)
      if (direction === undefined) continue
      for (const value of ['asc', 'desc']) {
        statement(`${direction} 2.92`, `${path} ${value}`, await get(`${path}?sortDirection=${value}`), {
          status: 200,
          body: { pageInfo: { sortDirection: value } },
        })
      }
      statement(direction, `${path} another direction`, await get(`${path}?sortDirection=up`), refused)
    }
    statement('4.42', 'another sort field', await get('/core/contact/contacts?sortBy=city'), refused)
  },
}

export const pagingScenarios: readonly Scenario[] = [paging]
