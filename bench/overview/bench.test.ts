// A short run, so that the bench keeps working. Its times mean nothing at this size, but the figures must equal the journal.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

it('the bench of the overview counts a year of texts exactly and reads every page', async ({ signal }) => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres')
  url.pathname = `/parley_bench_${randomBytes(6).toString('hex')}`
  const options = ['--texts', '3000', '--advisors', '20', '--requests', '2', '--database-url', url.href]
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...options], { signal })
  expect(stdout).toMatch(/ 640 figures compared with the journal: 0 differ/)
  expect(stdout).toMatch(/list of answers, year +p50 +\d/)
})
