// A short run, so that the bench keeps working. The figures mean nothing at this size; the bench checks their sums.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { Figure } from './report/figure.ts'
import { judge } from './report/goals.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

it('the bench of the accept path measures every row', { timeout: 1_200_000 }, async ({ signal }) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const output = join(folder, 'result.json')
  try {
    await promisify(execFile)(
      process.execPath,
      [main, '--seconds', '3', '--api-processes', '1', '--output', output],
      { signal },
    )
    const { figures } = JSON.parse(await readFile(output, 'utf8')) as { figures: Figure[] }
    const rates = new Map(figures.map(({ name, rate }) => [name, rate]))
    for (const name of [
      'bare, one by one',
      'bare, 50 a statement',
      'service, 64 connections',
      'bare life, one by one',
      'bare life, 50 a statement',
      'service, 100 recipients a request',
      'service, 64 connections, worker draining',
      'service, 64 connections, worker draining to a carrier outside',
      'open loop at 60 % of the saturated rate, worker draining',
      'idle, bare statement',
      'idle, single send',
      'drain of 5,000',
      'drain of 5,000, 100 sends a second',
    ]) {
      expect(rates.get(name), name).toBeGreaterThan(0)
    }
    const odd = figures.filter(({ p50Ms = 1, p99Ms = 1 }) => !(p50Ms > 0 && p99Ms >= p50Ms))
    expect(odd).toEqual([])
    const service = figures.find(({ name }) => name === 'service, 64 connections, worker draining')
    expect(service?.microseconds).toEqual({
      postgresql: expect.any(Number),
      api: expect.any(Number),
      worker: expect.any(Number),
      load: expect.any(Number),
    })
    expect(Object.values(service?.microseconds ?? {}).filter(used => used <= 0)).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('a goal is reported as reached, missed or not measured', () => {
  const figures: Figure[] = [
    { name: 'bare, one by one', rate: 4_000 },
    { name: 'service, 64 connections', rate: 4_800, p99Ms: 61 },
    { name: 'idle, bare statement', rate: 20, p50Ms: 1 },
    { name: 'idle, single send', rate: 20, p50Ms: 3.5 },
  ]
  const outcomes = new Map(judge(figures).map(({ goal, outcome }) => [goal, outcome]))
  expect(outcomes.get('service / bare, 64 connections')).toBe('reached')
  expect(outcomes.get('p99 ms, 64 connections')).toBe('not reached')
  expect(outcomes.get('p50 ms of a single send, idle')).toBe('reached')
  expect(outcomes.get('service / bare, 256 connections')).toBe('not measured')
})
