// A short run, so that the bench keeps working. The figures mean nothing at this size; the bench checks their sums. Two seconds were too few
// once: a worker that has just started had not sent anything yet.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { Figure } from '../accept/report/figure.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

it('the bench of SMPP measures every row', { timeout: 1_200_000 }, async ({ signal }) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const output = join(folder, 'result.json')
  try {
    await promisify(execFile)(process.execPath, [main, '--seconds', '4', '--output', output], { signal })
    const { figures } = JSON.parse(await readFile(output, 'utf8')) as { figures: Figure[] }
    const rates = new Map(figures.map(({ name, rate }) => [name, rate]))
    for (const name of [
      'carrier alone, window 10',
      'carrier alone, window 100',
      'worker, window 10',
      'worker, window 100',
      'worker, window 100, receipts',
      'api and worker, window 100',
    ]) {
      expect(rates.get(name), name).toBeGreaterThan(0)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})
