// The metrics in docs/operations.md are exactly those of api and worker, by name and label.
import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { retireCarrier } from '../src/delivery/carriers/retire-carrier.ts'
import { formerNames } from '../src/platform/telemetry/former-names.ts'
import { eventually } from './carriers/texting.ts'
import { useTestDatabase } from './database/database.ts'
import { readMetrics as read, startBusyInstallation } from './processes/busy-installation.ts'

type Labels = ReadonlyMap<string, readonly string[]>

const installed = await useTestDatabase()
const { database } = installed

const operations = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
const prefix = '(?:parley|db_client|http_server|nodejs|process)_'

/** Metrics in the first column of a table, with their labels. */
function documented(): Labels {
  const cells = [...operations.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell)
  const names = new RegExp(`\`(${prefix}\\w+)(?:\\{([\\w, ]+)\\})?\``, 'g')
  return new Map(
    cells.flatMap(cell =>
      [...cell.matchAll(names)].map(([, name = '', labels]) => [name, labels?.split(', ').toSorted() ?? []]),
    ),
  )
}

const databaseRoles = ['parley_owner', 'parley_app', 'parley_sealer']

/** Metrics named anywhere in the text, including in alert conditions. */
const mentioned = (): string[] =>
  [...operations.matchAll(new RegExp(`\`(${prefix}\\w+)[^\`\\n]*\``, 'g'))]
    .map(([, name = '']) => name)
    .filter(name => !databaseRoles.includes(name))

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

it('every exported metric is documented, and no other', async () => {
  const { addresses, stop } = await startBusyInstallation(installed)
  onTestFinished(stop)
  const { api, worker, sealer } = addresses
  const pages = await Promise.all([api, worker, sealer].map(read))
  const former = new Set(formerNames.values())
  const shownAtAll = new Map(pages.flatMap(page => [...shown(page)]))
  const all = new Map([...shownAtAll].filter(([name]) => !former.has(name)))
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
