import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isInteger, isText, listOf } from '../matches.ts'
import type { Scenario } from '../scenario.ts'

const library = '/core/content/library/search'
const types = ['WebContent', 'Emails', 'SocialPosts', 'Print', 'DownloadContent']

const contentSearch: Scenario = {
  name: 'content library',
  run: async ({ get }, { statement }) => {
    const all = await get(`${library}?pageSize=200`)
    statement('1.7 4.34 D57', 'the newest items', all, {
      status: 200,
      body: {
        pageInfo: {
          page: 1,
          pageSize: 200,
          totalRecord: isInteger,
          sortBy: 'datePublished',
          sortDirection: 'desc',
        },
      },
    })
    statement('2.86 2.87', 'items', all.body.data, listOf({ title: isText, url: /^https?:\/\// }))
    statement('2.86', 'there are some', all.body.data.length > 0, true)
    const totalOf = async (query: string) =>
      Number((await get(`${library}?${query}`)).body.pageInfo['totalRecord'])
    const totals = await Promise.all(types.map(type => totalOf(`contentType=${type}`)))
    statement(
      '4.47',
      'each type has items',
      totals,
      listOf((value: unknown) => Number(value) > 0),
    )
    const sum = totals.reduce((total, each) => total + each, 0)
    statement(
      '4.47 D57',
      'All is the sum, and the default',
      [await totalOf('contentType=All'), await totalOf('')],
      [sum, sum],
    )
    const wrong = await Promise.all(['Videos', 'all', ''].map(type => get(`${library}?contentType=${type}`)))
    statement(
      '4.47',
      'other types',
      wrong.map(({ status }) => status),
      [400, 400, 400],
    )
    const found = await get(`${library}?search=retire`)
    statement('D57 1.7', 'a search', found.body, {
      data: listOf({ title: isText }),
      pageInfo: {
        sortBy: 'relevance',
        sortDirection: 'desc',
        totalRecord: (value: unknown) => Number(value) > 0,
      },
    })
    statement('D57', 'a search without a match', (await get(`${library}?search=xyzzyplugh`)).body.data, [])
    const long = await Promise.all([150, 151].map(length => get(`${library}?search=${'a'.repeat(length)}`)))
    statement(
      '4.48 8.5',
      '150 and 151 characters',
      long.map(({ status }) => status),
      [200, 400],
    )
    const characters = await get(`${library}?search=${encodeURIComponent('é'.repeat(150))}`)
    statement('4.48 8.5', '150 characters of two bytes', characters.status, 200)
  },
}

const audience: Scenario = {
  name: 'content of everyone and of one firm',
  run: async ({ service, advisors, get }, { statement }) => {
    const file = join(service.folder, 'library.csv')
    await writeFile(
      file,
      'title,url,type,published\nXylophone maintenance,https://a.example/1,Print,2026-03-09\n',
    )
    await service.operate(`content import ${file} --firm "Harbor Wealth Partners"`)
    const titles = async (advisor: number) => {
      const options = { token: advisors[advisor]?.accessToken ?? '' }
      return (await get(`${library}?search=xylophone`, options)).body.data.map(({ title }) => title)
    }
    statement('D58', 'advisors of the firm', await titles(0), ['Xylophone maintenance'])
    statement('D58', 'advisors of another firm', await titles(1), [])
    const shared = { token: advisors[1]?.accessToken ?? '' }
    statement('D58', 'items for everyone', (await get(`${library}?pageSize=1`, shared)).body.data.length, 1)
  },
}

export const contentScenarios: readonly Scenario[] = [contentSearch, audience]
