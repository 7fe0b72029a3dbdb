// The database cost of each search with 20,000 items.
import { expect, it } from 'vitest'
import { useTestDatabase } from '../../test/database/database.ts'
import { createAdvisor } from '../../test/people/people.ts'
import type { Queryable } from '../platform/db/pool.ts'
import { searchContent } from './search-content.ts'
import { seedItems } from './seed-items.ts'
import { foldWords } from './words.ts'

const { database, owner } = await useTestDatabase()

const itemCount = 20_000

/** Inserted directly: only the search is measured. */
async function fill(firmId: number): Promise<void> {
  const seeds = seedItems()
  await owner.query(
    `insert into content_item
       (firm_id, content_type, title, url, summary, published_at, source_key, title_words, words)
     select case when number % 10 = 0 then $1::bigint end, seed.type, seed.title || ' ' || number,
       'https://library.example/' || number, seed.summary, timestamptz '2026-01-01' - make_interval(mins => number),
       'key ' || number, to_tsvector('english', seed.folded_title),
       strip(to_tsvector('english', folded_title || ' unique' || number) || to_tsvector('english_words', folded_summary))
     from generate_series(0, $2 - 1) as number
     join unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
       with ordinality as seed (type, title, summary, folded_title, folded_summary, place)
       on seed.place = 1 + number % cardinality($3::text[])`,
    [
      firmId,
      itemCount,
      seeds.map(({ type }) => type),
      seeds.map(({ title }) => title),
      seeds.map(({ summary }) => summary),
      seeds.map(({ title = '' }) => foldWords(title)),
      seeds.map(({ summary = '' }) => foldWords(summary)),
    ],
  )
  await owner.query('vacuum analyze content_item')
}

/** Runs the statement of a search like the service, and returns its plan. */
async function planOf(advisorId: number, search: Parameters<typeof searchContent>[2]): Promise<string> {
  let plan = ''
  const explaining = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await database.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values })
      plan = rows.map(row => row['QUERY PLAN']).join('\n')
      return { rows: [] }
    },
  }
  await searchContent(explaining as unknown as Queryable, advisorId, search)
  return plan
}

it('uses the indexes of the library', async () => {
  const advisor = await createAdvisor(database)
  await fill(advisor.firmId)
  const measured: string[] = []
  for (const [index, search] of [
    ['content_item_newest', {}],
    ['content_item_newest', { page: 100 }],
    ['content_item_newest_of_type', { contentType: 'Print' }],
    ['content_item_by_words', { search: 'unique4711' }],
    ['content_item_by_words', { search: 'medicare' }],
    ['content_item_by_words', { search: 'retirement pl' }],
    ['content_item_by_words', { search: 'medicare', contentType: 'Emails' }],
  ] as const) {
    const wanted = { contentType: 'All', page: 1, pageSize: 50, ...search } as const
    const plan = await planOf(advisor.id, wanted)
    expect(plan).toMatch(new RegExp(` on ${index}\\b| using ${index}\\b`))
    expect(plan).not.toMatch(/Seq Scan on content_item\b/)
    const timesMs: number[] = []
    let total = 0
    for (let turn = 0; turn < 15; turn += 1) {
      const start = performance.now()
      const { data, pageInfo } = await searchContent(database, advisor.id, wanted)
      timesMs.push(performance.now() - start)
      expect(data.length).toBe(Math.min(50, pageInfo.totalRecord))
      total = pageInfo.totalRecord
    }
    const [median = 0] = timesMs.toSorted((one, other) => one - other).slice(7)
    measured.push(`${JSON.stringify(search)}: ${total} found, median ${median.toFixed(1)} ms`)
    // A full scan takes several times as long; a busy machine a few times longer than a quiet one.
    expect(median).toBeLessThan(300)
  }
  process.stdout.write(`${itemCount} items\n  ${measured.join('\n  ')}\n`)
})
