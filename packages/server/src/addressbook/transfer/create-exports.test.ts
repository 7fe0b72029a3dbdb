import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../../test/carriers/texting.ts'
import { startContactFiles } from '../../../test/people/contact-files.ts'
import type { Author } from '../../journal/index.ts'
import { classifyDatabaseError } from '../../platform/db/errors.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { createExports } from './create-exports.ts'

const { database, owner, newAuthor, close } = await startContactFiles()
const megabyte = 1024 * 1024
const exports = createExports(database, { bytesMax: megabyte, bytesOfAdvisorMax: megabyte / 2 })
const opened: Readable[] = []
afterAll(async () => {
  await exports.close()
  await close()
})

let author: Author
let other: Author
beforeEach(async () => {
  for (const file of opened.splice(0)) file.destroy()
  author = await newAuthor()
  other = await newAuthor()
})

async function open(by: Author): Promise<Readable> {
  const file = await exports.open(by, 'jsonl', async () => {})
  opened.push(file)
  return file
}

/** About 130 bytes each, which compress to no less than half. */
const fill = ({ advisorId }: Author, contacts: number): Promise<object> =>
  database.query(
    `insert into contact (advisor_id, source, first_name, last_name, email_status)
     select $1, 1, md5(random()::text), md5(random()::text) || md5(random()::text) || md5(random()::text), 0
     from generate_series(1, $2)`,
    [advisorId, contacts],
  )

async function contentOf(file: Readable): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of file) pieces.push(piece as Buffer)
  return gunzipSync(Buffer.concat(pieces)).toString()
}

/** Resolves when the thread has written everything and the client has taken nothing. */
const written = (file: Readable): Promise<void> =>
  eventually('all is written', () => (file as Readable & { writableEnded: boolean }).writableEnded, 30_000)

it('an advisor can have three open downloads, finished or not, without affecting others', async () => {
  await fill(author, 100)
  for (let time = 0; time < 3; time += 1) await written(await open(author))
  await expect(open(author)).rejects.toMatchObject({
    code: 'rate_limited',
    headers: { 'retry-after': '5' },
  })
  await open(other)
  const [first, second] = opened
  expect((await contentOf(first as Readable)).split('\n')).toHaveLength(101)
  await open(author)
  await expect(open(author)).rejects.toMatchObject({ code: 'rate_limited' })
  // A cancelled download no longer counts either.
  second?.destroy()
  await once(second as Readable, 'close')
  await open(author)
})

it('who was removed while an export waited for its turn gets nothing, and nothing is on record', async () => {
  await fill(author, 100)
  const removed = (): Promise<void> => Promise.reject(new Problem('unauthorized', 'Your session has ended.'))
  await expect(exports.open(author, 'jsonl', removed)).rejects.toMatchObject({ code: 'unauthorized' })
  const { rows } = await owner.query(
    `select from journal where advisor_id = $1 and kind = 'contacts.exported'`,
    [author.advisorId],
  )
  expect(rows).toEqual([])
})

it('an advisor’s downloads stay within their memory share, without affecting others', async () => {
  await fill(author, 12_000)
  await fill(other, 100)
  const large = await open(author)
  const failure = Promise.withResolvers<Error>()
  large.once('error', failure.resolve)
  expect((await failure.promise).message).toContain('download buffer limit')
  await expect(contentOf(await open(other))).resolves.toContain('\n')
  // A client that reads at once gets everything.
  expect((await contentOf(await open(author))).split('\n')).toHaveLength(12_001)
})

it('an unavailable database fails the download with a retryable problem', async () => {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name')
  const limit = (connections: number): Promise<object> =>
    owner.query(`alter database ${rows[0]?.name} connection limit ${connections}`)
  await fill(author, 1)
  await limit(0)
  const failure = await open(author).catch((error: unknown) => error)
  await limit(-1)
  expect(classifyDatabaseError(failure)).toBe('unavailable')
  expect((await contentOf(await open(author))).trim().split('\n')).toHaveLength(1)
})
