import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Slugger from 'github-slugger'
import { expect, it, onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import { type Alert, minutesOf, type Series } from './alerts/alert.ts'
import { alerts } from './alerts/alerts.ts'
import { printRules } from './print-rules.ts'

const run = promisify(execFile)
const operations = await readFile(new URL('../docs/operations.md', import.meta.url), 'utf8')

/** promtool's answer to tests of these rules. Rejects if one fails. */
async function promtool(tests: readonly object[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-rules-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'rules.yml'), printRules())
  const file = join(folder, 'tests.yml')
  await writeFile(file, stringify({ rule_files: ['rules.yml'], evaluation_interval: '1m', tests }))
  return (await run('promtool', ['test', 'rules', file])).stdout
}

const expectation = (name: string, minute: number, isFiring: boolean): object => ({
  expr: `max(ALERTS{alertname="${name}", alertstate="firing"})`,
  eval_time: `${minute}m`,
  exp_samples: isFiring ? [{ labels: '{}', value: 1 }] : [],
})
const given = (name: string, series: readonly Series[], promql: object[]): object => ({
  name,
  interval: '1m',
  input_series: series,
  promql_expr_test: promql,
})

it.each(alerts)('$name fires, but not too early', async ({ name, lasting, proof }: Alert) => {
  const early = minutesOf(lasting) - 1
  const expected = [
    ...(early > 0 ? [expectation(name, early, false)] : []),
    expectation(name, proof.atMinute, true),
  ]
  expect(await promtool([given(name, proof.fires, expected)])).toContain('SUCCESS')
})

it('each alert stays silent with the nearest values that are fine', async () => {
  const tests = alerts.map(({ name, proof }) =>
    given(name, proof.silent, [expectation(name, proof.atMinute, false)]),
  )
  expect(await promtool(tests)).toContain('SUCCESS')
})

it('a wrong expectation would be noticed', async () => {
  const [first] = alerts
  if (!first) throw new Error('there is no alert')
  const wrong = [expectation(first.name, first.proof.atMinute, true)]
  await expect(promtool([given(first.name, first.proof.silent, wrong)])).rejects.toThrow('promtool')
})

it('every metric that the operator’s book wants an alert on has one', () => {
  const rows = operations.split('\n').filter(line => /\balert (?:above|below|beyond|on|when)\b/i.test(line))
  const wanted = rows.flatMap(row => row.match(/\bparley_\w+/g)?.slice(0, 2) ?? [])
  expect(wanted.length).toBeGreaterThan(15)
  const watched = alerts.map(({ when }) => when).join('\n')
  const paused = 'parley_webhooks_paused'
  expect([...new Set(wanted)].filter(name => name !== paused && !watched.includes(name))).toEqual([])
})

it('every alert leads to a section of the operator’s book', () => {
  const slugger = new Slugger()
  const headings = [...operations.matchAll(/^##+ (.+)$/gm)].map(([, text = '']) => slugger.slug(text))
  expect(alerts.map(({ section }) => section).filter(section => !headings.includes(section))).toEqual([])
})
