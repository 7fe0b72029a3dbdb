// What docs/operations.md tells operators to watch is what api and worker really show, by name and label.
import { readFileSync } from 'node:fs'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { addCarrier, retireCarrier } from '../src/texting/index.ts'
import { createTestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { listening, parley } from './process.ts'
import { acceptTexts, createMembers, createSender, eventually } from './texting.ts'

type Labels = ReadonlyMap<string, readonly string[]>

const { database, url, drop } = await createTestDatabase()
afterAll(drop)

const secretKey = Buffer.alloc(32, 7)
const operations = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
const prefix = '(?:parley|db_client|http_server|nodejs|process)_'

/** Those at the beginning of a table's row, with their labels. */
function documented(): Labels {
  const cells = [...operations.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell)
  const names = new RegExp(`\`(${prefix}\\w+)(?:\\{([\\w, ]+)\\})?\``, 'g')
  return new Map(
    cells.flatMap(cell =>
      [...cell.matchAll(names)].map(([, name = '', labels]) => [name, labels?.split(', ').toSorted() ?? []]),
    ),
  )
}

/** Anywhere in the text, also with a value to compare with. */
const mentioned = (): string[] =>
  [...operations.matchAll(new RegExp(`\`(${prefix}\\w+)[^\`\\n]*\``, 'g'))].map(([, name = '']) => name)

function shown(metrics: string): Labels {
  const names = [...metrics.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name)
  return new Map(
    names.map(name => {
      const samples = metrics.matchAll(new RegExp(`^${name}(?:_count)?(?:\\{(.*)\\})? `, 'gm'))
      const labels = [...samples].flatMap(([, all = '']) => [...all.matchAll(/(\w+)="/g)])
      return [name, [...new Set(labels.map(([, label = '']) => label))].toSorted()]
    }),
  )
}

it('names every metric that there is, and no other', async () => {
  const acme = {
    settings: { kind: 'smpp', host: '127.0.0.1', port: await freePort() } as const,
    credentials: { systemId: 'parley', password: 'secret' },
    textsPerSecond: null,
    isDefault: false,
  }
  const installation = { environment: 'sandbox', operator: 'test' } as const
  await addCarrier(database, { ...installation, secretKey }, { ...acme, name: 'acme' })
  await addCarrier(database, { ...installation, secretKey }, { ...acme, name: 'locked' })
  // Those of another: the worker cannot even try to connect it.
  await database.query(
    `update carrier set encrypted_credentials = (select encrypted_credentials from carrier where name = 'acme')
     where name = 'locked'`,
  )
  const sender = await createSender(database)
  await acceptTexts(database, sender, await createMembers(database, sender, 1))
  const variables = {
    DATABASE_URL: url,
    PORT: '0',
    WORKER_PORT: '0',
    PARLEY_SECRET_KEY: secretKey.toString('base64'),
  }
  const processes = [parley(['api'], variables), parley(['worker'], variables)]
  onTestFinished(async () => {
    for (const { child } of processes) child.kill('SIGTERM')
    await Promise.all(processes.map(each => each.exited()))
  })
  const [api = '', worker = ''] = await Promise.all(processes.map(listening))
  const read = async (address: string): Promise<string> => (await fetch(`${address}/metrics`)).text()
  await read(api)
  const awaited = [
    'parley_texts_total{',
    'parley_carrier_error_age{carrier="acme"}',
    'parley_carrier_link{carrier="locked"} 0',
  ]
  await eventually(
    'a text was sent and two carriers are down',
    async () => {
      const metrics = await read(worker)
      return awaited.every(each => metrics.includes(each))
    },
    30_000,
  )
  const all = new Map([...shown(await read(api)), ...shown(await read(worker))])
  expect(Object.fromEntries(documented())).toEqual(Object.fromEntries(all))
  expect(mentioned().filter(name => !all.has(name))).toEqual([])

  for (const name of ['acme', 'locked']) {
    await retireCarrier(database, { environment: 'sandbox', operator: 'test' }, name)
  }
  await eventually('nothing is shown of carriers that are retired', async () => {
    const metrics = await read(worker)
    return !metrics.includes('carrier="acme"') && !metrics.includes('carrier="locked"')
  })
})
