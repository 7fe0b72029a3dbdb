// Brings compose.yaml up with podman and TLS, to a first consented text through https: npm run compose:check
import { spawn } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually, expect } from '../common/expect.ts'
import { sendFirstText } from '../common/first-text.ts'
import { freePort } from '../common/free-port.ts'
import { root } from '../common/root.ts'
import { run } from '../common/run.ts'
import { ownNetworks, useContainers } from '../common/use-containers.ts'
import { words } from '../common/words.ts'
import { buildImage } from '../image/build-image.ts'
import { fetchTls } from './fetch-tls.ts'
import { findCompose } from './find-compose.ts'
import { configurePebble } from './pebble.ts'
import { runHealthChecks } from './run-health-checks.ts'
import { buildStandIns, standIns } from './stand-ins.ts'

const folder = join(root, '.cache/ship/compose')
const origin = 'https://texting.example.org'
const image = 'localhost/parley:compose'

await useContainers(ownNetworks)
await mkdir(folder, { recursive: true })
const compose = await findCompose(folder)
const areThere = await Promise.all(
  Object.values(standIns).map(name =>
    run('podman', ['image', 'exists', name]).then(
      () => true,
      () => false,
    ),
  ),
)
if (areThere.includes(false)) await buildStandIns(folder)
await configurePebble(join(folder, 'pebble'))
const overlay = join(folder, 'compose.check.json')
await writeFile(overlay, JSON.stringify(pebbleBeside()))

const since = performance.now()
await run('npm', ['run', 'build'], { cwd: root })
await buildImage(image)
const builtAfter = seconds()

const socket = join(folder, 'podman.sock')
const service = spawn('podman', ['system', 'service', '--time', '0', `unix://${socket}`], { stdio: 'ignore' })
const [httpsPort, httpPort, apiPort, pebblePort] = [
  await freePort(),
  await freePort(),
  await freePort(),
  await freePort(),
]
const env = {
  ...process.env,
  DOCKER_HOST: `unix://${socket}`,
  COMPOSE_PROFILES: 'tls',
  PARLEY_IMAGE: image,
  POSTGRES_IMAGE: standIns.postgres,
  CADDY_IMAGE: standIns.caddy,
  PUBLIC_ORIGIN: origin,
  CADDY_GLOBAL_OPTIONS: 'acme_ca https://pebble:14000/dir\nacme_ca_root /etc/pebble-ca.crt',
  HTTPS_PORT: String(httpsPort),
  HTTP_PORT: String(httpPort),
  API_PORT: String(apiPort),
  PEBBLE_PORT: String(pebblePort),
}
const name = 'parley-check'
const ending = new AbortController()
const healthChecks = runHealthChecks(name, ending.signal)
const project = words(`--project-name ${name} --file compose.yaml --file ${overlay}`)
const composed = (args: readonly string[], input?: string): Promise<string> =>
  run(compose, [...project, ...args], { cwd: root, env, ...(input === undefined ? {} : { input }) })

try {
  await eventually('podman', () => run('podman', ['--url', `unix://${socket}`, 'info']))
  await composed(words('up --detach --no-build --pull never'))
  await eventually('api', async () => (await fetch(`http://127.0.0.1:${apiPort}/readyz`)).ok)
  const ca = await eventually('the root certificate', () =>
    run('curl', ['-skf', `https://127.0.0.1:${pebblePort}/roots/0`]),
  )
  const get = fetchTls({ origin, port: httpsPort, ca })
  await eventually('the certificate', async () => (await get('/readyz')).ok)
  await sendFirstText((args, input) => composed([...words('exec --no-TTY api parley'), ...args], input), get)
  const checkpoint = await eventually('the sealed log', async () => (await get('/log/checkpoint')).text())
  expect(checkpoint.startsWith('parley.localhost/log'), `no signed log: ${checkpoint}`)
  console.log(
    `compose: image built after ${builtAfter} s, first consented text through https after ${seconds()} s`,
  )
} catch (error) {
  console.error(await composed(words('logs --tail 20')).catch(String))
  throw error
} finally {
  ending.abort()
  await healthChecks
  await composed(words('down --volumes --timeout 5')).catch(console.error)
  service.kill()
  await rm(socket, { force: true })
}

function pebbleBeside(): object {
  return {
    services: {
      pebble: {
        image: standIns.pebble,
        profiles: ['tls'],
        environment: { PEBBLE_VA_ALWAYS_VALID: '1', PEBBLE_VA_NOSLEEP: '1' },
        volumes: [`${join(folder, 'pebble')}:/etc/pebble:ro`],
        // biome-ignore lint/suspicious/noTemplateCurlyInString: compose's own
        ports: ['127.0.0.1:${PEBBLE_PORT}:15000'],
      },
      caddy: { volumes: [`${join(folder, 'pebble/ca.crt')}:/etc/pebble-ca.crt:ro`] },
    },
  }
}

function seconds(): string {
  return ((performance.now() - since) / 1_000).toFixed(0)
}
