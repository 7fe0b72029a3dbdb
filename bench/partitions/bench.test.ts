// A short run, so that the bench keeps working. The figures mean nothing at this size.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

it('the bench of the partitions spreads texts over years and reads full pages', async ({ signal }) => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres')
  url.pathname = `/parley_bench_${randomBytes(6).toString('hex')}`
  const options = ['--texts', '2000', '--pages', '20', '--database-url', url.href]
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...options], { signal })
  expect(stdout).toMatch(/message: 14, journal: 1[678], texts: 2000, used: 1[34]/)
  expect(stdout).toMatch(/elapsed time, 20 pages: p50 \d/)
})
