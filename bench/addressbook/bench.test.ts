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

interface Result {
  readonly figures: readonly { name: string; book: string; http: { p50: number; p99: number } }[]
  readonly groupDeletion: { readonly members: number; readonly jobSeconds: number }
  readonly plans: readonly { readonly row: string; readonly plan: string }[]
}

it('the bench of the address book loads, measures and explains every row', { timeout: 1_200_000 }, async ({
  signal,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const output = join(folder, 'result.json')
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres')
  url.pathname = `/parley_bench_${randomBytes(6).toString('hex')}`
  const options = ['--scale', '0.002', '--repetitions', '2', '--database-url', url.href, '--output', output]
  try {
    await promisify(execFile)(process.execPath, [main, ...options], { signal })
    const { figures, groupDeletion, plans } = JSON.parse(await readFile(output, 'utf8')) as Result
    expect(figures.filter(({ book }) => book === 'ordinary').length).toBeGreaterThan(20)
    expect(figures.filter(({ http }) => !(http.p50 > 0 && http.p99 >= http.p50))).toEqual([])
    expect(groupDeletion.members).toBeGreaterThan(500)
    expect(groupDeletion.jobSeconds).toBeGreaterThan(0)
    const searches = figures.filter(({ name }) => /search|page|groupId|phone|modifiedSince/.test(name))
    for (const { name } of searches) {
      const plan = plans.find(({ row }) => row === name)?.plan
      expect(plan, name).toMatch(/Execution Time/)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})
