import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../test/database/database.ts'
import { createAdvisor } from '../../test/people/people.ts'
import { inTransaction } from '../platform/db/in-transaction.ts'
import { type ImportReport, importContent } from './import-content.ts'
import { listContent } from './list-content.ts'
import { lockImport } from './queries.ts'
import { type FileFormat, readItems } from './reading/read-items.ts'
import { seedContent } from './seed-content.ts'

const { database, owner } = await useTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'parley-content-'))
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  await owner.query('truncate content_item')
})

async function importText(
  name: string,
  text: string | Buffer,
  options: { format?: FileFormat; firmId?: number } = {},
): Promise<ImportReport> {
  const path = join(folder, name)
  await writeFile(path, text)
  const { firmId, format } = options
  return importContent(database, { firmId, items: readItems(path, { format }) })
}

const all = async () => (await listContent(database, { limit: 100 })).items

const csv = `\u{feff}Title,URL,Content type,Summary,Date Published,Key,Unknown
"Taxes, explained",https://a.example/taxes,Web content,"Two
lines ""quoted""",2026-03-09,t1,x
Estate,https://a.example/estate,print,,,,
`
const json = JSON.stringify([
  {
    title: 'Taxes, explained',
    url: 'https://a.example/taxes',
    type: 'WebContent',
    published: '2026-03-09',
    id: 7,
  },
  { title: 'Estate', link: 'https://a.example/estate', contentType: 'Print', summary: null },
])
const jsonLines = `{"title":"Taxes, explained","url":"https://a.example/taxes","type":"WebContent","date":"2026-03-09T00:00:00Z"}
{"title":"Estate","url":"https://a.example/estate","type":"Print"}
`
const rss = `<?xml version="1.0" encoding="ISO-8859-1"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/">
<channel><title>A channel</title><link>https://a.example/</link>
<item><title>Taxes, explained</title><link>https://a.example/taxes</link><guid isPermaLink="false">17</guid>
<media:title>Another</media:title><pubDate>Mon, 09 Mar 2026 00:00:00 GMT</pubDate>
<description><![CDATA[<p>In a caf\xe9 &amp; at home</p>]]></description></item>
<item><title>Estate &amp;amp; trust</title><guid>https://a.example/estate</guid></item>
</channel></rss>`
const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>A feed</title><id>urn:feed</id>
<entry><title type="html">Taxes, &lt;b&gt;explained&lt;/b&gt;</title><id>urn:1</id><updated>2026-04-01T00:00:00Z</updated>
<published>2026-03-09T00:00:00Z</published><link rel="self" href="https://a.example/1.atom"/><link href="https://a.example/taxes"/>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One</p><p>Two</p></div></content></entry>
<entry><title>Estate</title><id>urn:2</id><updated>2026-01-01T00:00:00Z</updated><link href="https://a.example/estate"/></entry>
</feed>`

describe('an import', () => {
  it.each([
    ['library.csv', csv],
    [
      'semicolons.csv',
      'title;url;type;published\nTaxes, explained;https://a.example/taxes;WebContent;2026-03-09\nEstate;https://a.example/estate;Print;\n',
    ],
    ['library.json', json],
    ['library.jsonl', jsonLines],
    ['rss.xml', Buffer.from(rss, 'latin1')],
    ['atom.xml', atom],
  ])('of %s can be repeated', async (name, text) => {
    expect(await importText(name, text)).toEqual({
      added: 2,
      changed: 0,
      unchanged: 0,
      refused: 0,
      refusals: [],
    })
    const items = await all()
    expect(items).toHaveLength(2)
    const taxes = items.find(({ url }) => url === 'https://a.example/taxes')
    expect(taxes).toMatchObject({
      title: 'Taxes, explained',
      contentType: 'WebContent',
      publishedAt: new Date('2026-03-09T00:00:00Z'),
      firm: null,
    })
    expect(await importText(name, text)).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
    expect(await all()).toEqual(items)
    const renamed =
      typeof text === 'string'
        ? text.replace('Estate', 'Estates')
        : Buffer.from(text.toString('latin1').replace('Estate', 'Estates'), 'latin1')
    expect(await importText(name, renamed)).toMatchObject({ added: 0, changed: 1, unchanged: 1 })
    // An item without a date does not become the newest.
    const dates = (of: typeof items) => new Map(of.map(({ id, publishedAt }) => [id, publishedAt]))
    expect(dates(await all())).toEqual(dates(items))
  })

  it('reads titles, links and summaries of a feed as plain text', async () => {
    await importText('rss.xml', Buffer.from(rss, 'latin1'))
    const { rows } = await owner.query('select title, url, summary, source_key from content_item order by id')
    expect(rows).toEqual([
      {
        title: 'Taxes, explained',
        url: 'https://a.example/taxes',
        summary: 'In a café & at home',
        source_key: 'a.example 17',
      },
      {
        title: 'Estate & trust',
        url: 'https://a.example/estate',
        summary: '',
        source_key: 'https://a.example/estate',
      },
    ])
  })

  it('of the same items for a firm and for everyone keeps both', async () => {
    const { firmId } = await createAdvisor(database)
    expect(await importText('library.csv', csv)).toMatchObject({ added: 2 })
    expect(await importText('library.csv', csv, { firmId })).toMatchObject({ added: 2 })
    expect(await importText('library.csv', csv, { firmId })).toMatchObject({ unchanged: 2 })
    expect(await listContent(database, { of: { firmId }, limit: 1 })).toMatchObject({ total: 2 })
    expect(await listContent(database, { of: 'everyone', contentType: 'Print', limit: 1 })).toMatchObject({
      total: 1,
    })
  })

  it('refuses single lines and says why', async () => {
    const long = 'x'.repeat(301)
    const lines = [
      'title,url,type,published,key',
      'Good,https://a.example/1,Print,2026-01-01,1',
      ',https://a.example/2,Print,,2',
      'No address,,Print,,3',
      'Script,javascript:alert(1),Print,,4',
      'File,/etc/passwd,Print,,5',
      'Type,https://a.example/6,Film,,6',
      'None,https://a.example/7,,,7',
      'Date,https://a.example/8,Print,3/9/2026,8',
      'Day,https://a.example/9,Print,2026-02-30,9',
      'Again,https://a.example/10,Print,,1',
      'Columns,https://a.example/11,Print',
      `${long},https://a.example/12,Print,,12`,
      'Also good,https://a.example/13,Print,2026-01-01T10:00:00+02:00,13',
    ]
    const report = await importText('mistakes.csv', lines.join('\r\n'))
    expect(report).toMatchObject({ added: 2, refused: 11 })
    expect(report.refusals.map(({ place, reason }) => `${place} ${reason}`)).toEqual([
      'line 3 has no title',
      'line 4 has no url',
      'line 5 has the url "javascript:alert(1)", which does not start with https:// or http://',
      'line 6 has the url "/etc/passwd", which does not start with https:// or http://',
      'line 7 has the unknown type "Film": it must be one of WebContent, Emails, SocialPosts, Print, DownloadContent',
      'line 8 names no type: it must be one of WebContent, Emails, SocialPosts, Print, DownloadContent',
      'line 9 has the date "3/9/2026", which is not written like 2026-03-09',
      'line 10 has the date "2026-02-30", which is not written like 2026-03-09',
      'line 11 has the key of an earlier item',
      'line 12 has 3 columns, and the first line has 5',
      'line 13 has a title of more than 300 characters',
    ])
    expect(await importText('mistakes.csv', lines.join('\r\n'))).toMatchObject({ unchanged: 2, refused: 11 })
    const mixed = JSON.stringify([
      1,
      null,
      'x',
      [],
      {},
      { title: 'A\u0000\ud800b', url: 'https://a.example', type: 'emails' },
    ])
    expect(await importText('mixed.json', mixed)).toMatchObject({ added: 1, refused: 5 })
    expect((await all()).map(({ title }) => title)).toContain('A \u{fffd}b')
  })

  it.each<[string, string | Buffer, FileFormat | undefined, string | RegExp]>([
    ['cut.xml', rss.slice(0, -20), undefined, /^cut\.xml cannot be read as RSS 2\.0: line \d+: Un.*\.$/],
    ['crossed.xml', '<rss><channel><item></channel></rss>', undefined, /line 1: Unexpected close tag/],
    [
      'other.xml',
      '<html></html>',
      'rss',
      'other.xml cannot be read as RSS 2.0: its outermost element is <html>.',
    ],
    ['feed.xml', atom, 'rss', 'feed.xml cannot be read as RSS 2.0: its outermost element is <feed>.'],
    ['cut.json', json.slice(0, -1), undefined, /^cut\.json cannot be read as JSON: after item 2: /],
    [
      'broken.json',
      '[{"title": "a"}, {"title" "b"}]',
      undefined,
      /^broken\.json cannot be read as JSON: after item \d: /,
    ],
    [
      'word.json',
      'hello',
      undefined,
      'word.json cannot be read as JSON: it is neither a list nor lines of objects.',
    ],
    ['empty.json', ' ', undefined, 'empty.json cannot be read as JSON: it is empty.'],
    ['empty.csv', '', undefined, 'empty.csv cannot be read as CSV: it is empty.'],
    ['header.csv', 'name,address\na,b', undefined, /its first line names no column title\.$/],
    [
      'quote.csv',
      'title,url\n"open,https://a.example',
      undefined,
      /^quote\.csv cannot be read as CSV: near line 2: /,
    ],
    [
      'latin.csv',
      Buffer.from('title,url\ncaf\xe9,https://a.example', 'latin1'),
      undefined,
      /it is not text in UTF-8\.$/,
    ],
    ['what.bin', 'hello', undefined, /^The format of what\.bin cannot be detected\. /],
  ])('of %s ends in one sentence and changes nothing', async (name, text, format, sentence) => {
    const failing = importText(name, text, { ...(format && { format }) })
    await expect(failing).rejects.toMatchObject({
      name: 'Problem',
      message: expect.stringMatching(sentence) as string,
    })
    expect(await all()).toEqual([])
  })

  it('names a missing file', async () => {
    const reading = importContent(database, { items: readItems('/nowhere/at-all.csv') })
    await expect(reading).rejects.toThrow('There is no file /nowhere/at-all.csv.')
    await expect(importContent(database, { items: readItems(folder) })).rejects.toThrow('There is no file')
  })

  it('neither expands nor fetches entities', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`
    for (const entity of ['b', 'f']) {
      const text = `${bomb}<rss><channel><item><title>&${entity};</title><link>https://a.example/</link></item></channel></rss>`
      await expect(importText('bomb.xml', text)).rejects.toThrow('Invalid character entity')
    }
    expect(await all()).toEqual([])
  })

  it('changes nothing if a file turns invalid after many good items', async () => {
    const good = Array.from(
      { length: 1_200 },
      (_, index) => `{"title":"T${index}","url":"https://a.example/${index}","type":"Print"}`,
    )
    await expect(importText('late.jsonl', `${good.join('\n')}\n{"title":`)).rejects.toThrow('after item 1200')
    expect(await all()).toEqual([])
  })

  it('does not mix with another for the same audience', async () => {
    await inTransaction(database, async tx => {
      await lockImport(tx, [undefined])
      await expect(importText('library.csv', csv)).rejects.toThrow('Another import')
    })
    expect(await importText('library.csv', csv)).toMatchObject({ added: 2 })
  })
})

it('the sandbox has 200 items, of every type and some of each firm, however often it is seeded', async () => {
  const firms = await Promise.all([createAdvisor(database), createAdvisor(database)])
  const firmIds = firms.map(({ firmId }) => firmId)
  await seedContent(database, firmIds)
  const before = await listContent(database, { limit: 1_000 })
  await seedContent(database, firmIds)
  expect(await listContent(database, { limit: 1_000 })).toEqual(before)
  expect(before.total).toBe(200)
  expect(new Set(before.items.map(({ url }) => url)).size).toBe(200)
  for (const firmId of firmIds) {
    const { total } = await listContent(database, { of: { firmId }, limit: 1 })
    expect(total).toBeGreaterThan(10)
  }
  for (const contentType of ['WebContent', 'Emails', 'SocialPosts', 'Print', 'DownloadContent'] as const) {
    expect(await listContent(database, { contentType, limit: 1 })).toMatchObject({ total: 40 })
  }
})
