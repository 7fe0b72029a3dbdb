// Installs, runs, kills, upgrades, removes and purges the package on a machine with systemd: npm run package:check
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually, expect } from '../common/expect.ts'
import { sendFirstText } from '../common/first-text.ts'
import { freePort } from '../common/free-port.ts'
import { run } from '../common/run.ts'
import { createTestDatabase } from '../common/test-database.ts'
import { useContainers } from '../common/use-containers.ts'
import { readVersion } from '../common/version.ts'
import { words } from '../common/words.ts'
import { buildPackages } from './build-package.ts'
import { startMachine } from './machine.ts'
import { processNames, unitFiles } from './units.ts'

const exposureLimit = 1.5
const backWithinMs = 3_000

/** Inside the machine, because a call from outside takes longer than the restart. Prints the milliseconds. */
const killScript = `
unit=parley-$1 before=$(systemctl show --property MainPID --value parley-$1) since=$(date +%s%3N)
kill -9 "$before"
until now=$(systemctl show --property MainPID --value "$unit") && [ "$now" != 0 ] && [ "$now" != "$before" ]; do sleep 0.05; done
echo $(($(date +%s%3N) - since))`

const since = performance.now()
await useContainers()
await checkExposure()
const { number } = await readVersion()
const [older = '', newer = ''] = await buildPackages(['0.0.9', number])
const megabytes = ((await stat(newer)).size / 1e6).toFixed(0)
console.log(`package: ${megabytes} MB, built after ${seconds()} s`)

const database = await createTestDatabase('parley_package')
const ports = { api: await freePort(), worker: await freePort(), sealer: await freePort() }
const machine = await startMachine()
try {
  await machine.put(older, '/tmp/older.deb')
  await machine.put(newer, '/tmp/newer.deb')
  await machine.exec(words('dpkg --install /tmp/older.deb'))
  await configure()
  await machine.exec(words('systemctl enable --now parley.target'))
  for (const name of processNames) await eventually(`parley-${name}`, () => isReady(name))
  const get = (path: string, options?: RequestInit): Promise<Response> =>
    fetch(`http://127.0.0.1:${ports.api}${path}`, options)
  await sendFirstText((args, input) => machine.exec(['parley', ...args], input), get)
  console.log(`package: installed, first consented text after ${seconds()} s`)

  await checkIsolation()
  for (const name of processNames) await checkKill(name)
  await checkUpgrade()
  await checkRemoval()
  console.log(`package: installed, killed, upgraded, removed, purged after ${seconds()} s`)
} catch (error) {
  console.error(await machine.exec(words('journalctl --no-pager --lines 60')).catch(String))
  throw error
} finally {
  await machine.remove()
  await database.drop()
}

async function checkExposure(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-units-'))
  try {
    for (const [name, text] of Object.entries(unitFiles())) {
      if (!name.endsWith('.service')) continue
      await writeFile(join(folder, name), text)
      const report = await run('systemd-analyze', [
        'security',
        '--offline=true',
        '--no-pager',
        join(folder, name),
      ])
      const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(report) ?? []
      expect(Number(exposure) <= exposureLimit, `${name} has an exposure of ${exposure}`)
      console.log(`${name}: exposure ${exposure}`)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function configure(): Promise<void> {
  const { PARLEY_SECRET_KEY: _unused, ...urls } = database.settings
  for (const [variable, value] of Object.entries(urls)) {
    const file = `/etc/parley/credentials/${variable.toLowerCase().replaceAll('_', '-')}`
    await machine.exec(['sh', '-c', `umask 077 && cat > ${file}`], value)
  }
  const settings = {
    PARLEY_ENVIRONMENT: 'sandbox',
    PUBLIC_ORIGIN: `http://127.0.0.1:${ports.api}`,
    LOG_ORIGIN: 'parley.localhost/log',
    PORT: ports.api,
    WORKER_PORT: ports.worker,
    SEALER_PORT: ports.sealer,
    METRICS_PORT: 0,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  await machine.exec(['sh', '-c', 'cat > /etc/parley/parley.env'], lines.join(''))
}

async function isReady(name: keyof typeof ports): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${ports[name]}/readyz`)).ok
}

function pidOf(name: string): Promise<string> {
  return machine.exec(words(`systemctl show --property MainPID --value parley-${name}`))
}

/** Neither the key of the log nor a credential of another process is in reach of the api. */
async function checkIsolation(): Promise<void> {
  const pid = await pidOf('api')
  const key = await machine.exec(['sh', '-c', `ls /proc/${pid}/root/var/lib/parley/key 2>&1 || true`])
  expect(!/^log/m.test(key), `the api can reach the key of the log: ${key}`)
  const credentials = await machine.exec(['ls', '/run/credentials/parley-api.service'])
  expect(
    credentials === 'database-next-password\ndatabase-url\nformer-secret-keys\nsecret-key',
    `credentials of the api: ${credentials}`,
  )
  const user = await machine.exec(words(`stat --format %U /proc/${pid}`))
  expect(user === 'parley', `the api runs as ${user}`)
}

/** How soon the process is ready depends on the machine: it loads for some seconds of processor time. That systemd starts it does not. */
async function checkKill(name: keyof typeof ports): Promise<void> {
  const killed = performance.now()
  const restartedMs = Number(await machine.exec(['sh', '-c', killScript, 'sh', name]))
  await eventually(`parley-${name} after kill -9`, () => isReady(name))
  const readyMs = Math.round(performance.now() - killed)
  console.log(`parley-${name}: started ${restartedMs} ms after kill -9, ready after ${readyMs} ms`)
  expect(restartedMs <= backWithinMs, `parley-${name} was away for ${restartedMs} ms`)
}

async function checkUpgrade(): Promise<void> {
  const settingsBefore = await machine.exec(
    words('cat /etc/parley/parley.env /etc/parley/credentials/secret-key'),
  )
  const before = await Promise.all(processNames.map(pidOf))
  await machine.exec(words('dpkg --install /tmp/newer.deb'))
  const installed = await machine.exec(words('dpkg-query --show --showformat ${Version} parley'))
  expect(installed === number, `${installed} is installed`)
  for (const [index, name] of processNames.entries()) {
    await eventually(
      `parley-${name} after the upgrade`,
      async () => (await pidOf(name)) !== before[index] && (await isReady(name)),
    )
  }
  const settingsAfter = await machine.exec(
    words('cat /etc/parley/parley.env /etc/parley/credentials/secret-key'),
  )
  expect(settingsBefore === settingsAfter, 'the upgrade changed settings')
}

async function checkRemoval(): Promise<void> {
  const isThere = (path: string): Promise<boolean> =>
    machine.exec(['test', '-e', path]).then(
      () => true,
      () => false,
    )
  await machine.exec(words('dpkg --remove parley'))
  for (const name of processNames) {
    expect(!(await isReady(name).catch(() => false)), `parley-${name} runs after the removal`)
  }
  expect(await isThere('/etc/parley/credentials/secret-key'), 'the removal deleted credentials')
  expect(!(await isThere('/opt/parley/packages')), 'the removal left /opt/parley')
  await machine.exec(words('dpkg --purge parley'))
  expect(!(await isThere('/etc/parley')), 'the purge left /etc/parley')
  expect(await isThere('/var/lib/parley/key/log'), 'the purge deleted the key of the log')
}

function seconds(): string {
  return ((performance.now() - since) / 1_000).toFixed(0)
}
