// A real Prometheus reads a busy installation. A panel without data, or a misspelled metric in an alert, fails.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import { useTestDatabase } from '../packages/server/test/database/database.ts'
import { startBusyInstallation } from '../packages/server/test/processes/busy-installation.ts'
import { freePort } from '../packages/server/test/processes/free-port.ts'
import { alerts } from './alerts/alerts.ts'
import { sections } from './dashboards/sections.ts'

const { addresses, publicAddress, send, stop } = await startBusyInstallation(await useTestDatabase())
afterAll(stop)

/** Only installations with witnesses and a time-stamp authority export these. */
const optional = ['parley_log_witness_lag_seconds', 'parley_log_timestamp_lag_seconds']

interface Answer {
  readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] }
}

async function startPrometheus(targets: readonly string[]): Promise<(query: string) => Promise<number>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-prometheus-'))
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [join(process.cwd(), 'watch/parley.rules.yml')],
    scrape_configs: [{ job_name: 'parley', static_configs: [{ targets }] }],
  }
  await writeFile(join(folder, 'prometheus.yml'), stringify(config))
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  )
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  })
  return async query => {
    const answer = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(query)}`)
    const { data } = (await answer.json()) as Answer
    return data.result.filter(({ value }) => value[1] !== 'NaN').length
  }
}

it('no panel is empty and every alert reads metrics that exist', async () => {
  const seriesOf = await startPrometheus(Object.values(addresses).map(each => new URL(each).host))
  for (let second = 0; second < 20; second += 1) {
    await send(5)
    await fetch(`${publicAddress}/v1/contacts`)
    await sleep(1_000)
  }
  const queries = sections.flatMap(({ panels }) =>
    panels.flatMap(({ title, queries: each }) => each.map(({ query }) => ({ title, query }))),
  )
  const answers = await Promise.all(
    queries.map(async ({ title, query }) => ({ title, query, series: await seriesOf(query) })),
  )
  expect(answers.length).toBeGreaterThan(25)
  expect(answers.filter(({ series }) => series === 0)).toEqual([])

  const names = alerts.flatMap(({ when }) => when.match(/\b(?:parley|http|db|nodejs|process)_\w+/g) ?? [])
  const metrics = [...new Set(names)].filter(name => !optional.includes(name))
  const found = await Promise.all(metrics.map(async name => ({ name, series: await seriesOf(name) })))
  expect(found.filter(({ series }) => series === 0)).toEqual([])
  expect(await seriesOf('parley_no_such_metric')).toBe(0)
})

it('promtool finds nothing to object to in the names', async () => {
  for (const address of Object.values(addresses)) {
    const page = await (await fetch(`${address}/metrics`)).text()
    const child = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] })
    let said = ''
    child.stdout.on('data', chunk => (said += chunk))
    child.stderr.on('data', chunk => (said += chunk))
    child.stdin.end(page)
    await once(child, 'close')
    // The former name, until 0.3.0.
    const objections = said
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('db_client_connection_count '))
    expect(objections).toEqual([])
  }
})
