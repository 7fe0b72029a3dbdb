// A short run, so that the bench keeps working. The figures mean nothing at this size.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

it('the bench of the app loads and measures every row', { timeout: 1_200_000 }, async ({ signal }) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const output = join(folder, 'result.json')
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres')
  url.pathname = `/parley_bench_${randomBytes(6).toString('hex')}`
  const options = ['--scale', '0.002', '--repetitions', '1', '--database-url', url.href, '--output', output]
  try {
    await promisify(execFile)(process.execPath, [main, ...options], { signal })
    const { overHttp, inBrowser } = JSON.parse(await readFile(output, 'utf8')) as {
      overHttp: { p50: number; p99: number }[]
      inBrowser: { p50: number; p99: number }[]
    }
    expect(overHttp.length).toBeGreaterThan(15)
    expect(inBrowser.length).toBeGreaterThan(20)
    expect([...overHttp, ...inBrowser].filter(({ p50, p99 }) => !(p50 > 0 && p99 >= p50))).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})
