// A short run, so that the bench keeps working. The figures mean nothing at this size.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

it('the bench of webhooks measures every row', async ({ signal }) => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres')
  url.pathname = `/parley_bench_${randomBytes(6).toString('hex')}`
  const sizes = ['--seconds', '1', '--pairs', '1', '--endpoints', '20', '--deliveries', '1000']
  const args = [main, ...sizes, '--settle', '3', '--database-url', url.href]
  const { stdout } = await promisify(execFile)(process.execPath, args, { signal })
  expect(stdout).toMatch(/1000 events a second +p50 +\d+ ms/)
  expect(stdout).toMatch(/deliveries a second, 10 endpoints: \d+; undici alone: \d+/)
  expect(stdout).toMatch(/p99 of the others ÷ p99 before: \d/)
})
