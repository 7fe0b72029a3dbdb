// A short fault run with every kind of fault once. `npm run faults` is the long one.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'parley-faults-test-'))
let running: ChildProcess | undefined
afterAll(async () => {
  running?.kill('SIGTERM')
  await rm(folder, { recursive: true })
})

interface Result {
  readonly checks: readonly { name: string; examined: number; violations: number; first?: string[] }[]
  readonly faults: readonly { kind: string; healedS: number | null }[]
  readonly counts: Readonly<Record<string, number>>
}

it('a load through every kind of fault loses nothing, sends nothing twice and nothing after a STOP', {
  timeout: 1_500_000,
}, async () => {
  const output = join(folder, 'result.json')
  const args = [main, '--short', '--rate', '60', '--output', output]
  running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  running.stdout?.on('data', chunk => (printed += chunk))
  running.stderr?.on('data', chunk => (printed += chunk))
  const [code] = (await once(running, 'close')) as [number | null]
  const result = JSON.parse(await readFile(output, 'utf8').catch(() => '{}')) as Partial<Result>
  expect(
    result.checks?.filter(({ violations }) => violations > 0),
    printed.slice(-8_000),
  ).toEqual([])
  expect(code, printed.slice(-8_000)).toBe(0)
  // Otherwise nothing was tested.
  expect(new Set(result.faults?.map(({ kind }) => kind)).size).toBe(16)
  expect(result.counts?.['acknowledged']).toBeGreaterThan(2_000)
  expect(result.counts?.['looked up']).toBeGreaterThan(0)
  expect(result.counts?.['connections broken']).toBeGreaterThan(0)
})
