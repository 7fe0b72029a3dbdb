// Renders the manifests with kubectl and runs them with podman, to a first consented text: npm run manifests:check -- <image>
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { eventually, expect } from '../common/expect.ts'
import { sendFirstText } from '../common/first-text.ts'
import { freePort } from '../common/free-port.ts'
import { root } from '../common/root.ts'
import { run } from '../common/run.ts'
import { createTestDatabase } from '../common/test-database.ts'
import { useContainers } from '../common/use-containers.ts'
import { words } from '../common/words.ts'
import { buildImage } from '../image/build-image.ts'
import { keyOf, names } from './container.ts'

const since = performance.now()
const folder = join(root, '.cache/ship/kubernetes')
await useContainers()
const image = process.argv[2] ?? (await buildImage('localhost/parley:kubernetes')).name
const example = await run('kubectl', ['kustomize', join(root, 'deploy/kubernetes/example')])
expect(example.includes('kind: Ingress'), 'the example renders no ingress')

const database = await createTestDatabase('parley_kubernetes')
const ports = { api: await freePort(), worker: await freePort(), sealer: await freePort() }
const manifest = join(folder, 'rendered.yaml')
try {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeOverlay()
  await writeFile(
    manifest,
    await run('kubectl', ['kustomize', '--load-restrictor', 'LoadRestrictionsNone', folder]),
  )
  await migrate()
  await run('podman', ['kube', 'play', manifest])
  for (const [name, port] of Object.entries(ports)) {
    await eventually(name, async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok)
  }
  const api = await run('podman', words('ps --quiet --filter name=parley-api-pod-0-api'))
  const operate = (args: readonly string[], input = ''): Promise<string> =>
    run('podman', ['exec', '--interactive', api, 'parley', ...args], { input })
  await sendFirstText(operate, (path, options) => fetch(`http://127.0.0.1:${ports.api}${path}`, options))
  console.log(`manifests: rendered, running, first consented text after ${seconds()} s`)
} finally {
  await run('podman', ['kube', 'down', manifest]).catch(console.error)
  await run('podman', words('volume rm --force parley-log parley-log-key parley-secrets')).catch(
    console.error,
  )
  await run('podman', words('secret rm parley-secrets')).catch(() => {})
  await database.drop()
}

/** Like an operator's overlay and secret. On the network of this machine, where the database is. */
async function writeOverlay(): Promise<void> {
  const { api, worker, sealer } = ports
  const data = {
    PARLEY_ENVIRONMENT: 'sandbox',
    PUBLIC_ORIGIN: `http://127.0.0.1:${api}`,
    LOG_ORIGIN: 'parley.localhost/log',
    HOST: '127.0.0.1',
    PORT: String(api),
    WORKER_PORT: String(worker),
    SEALER_PORT: String(sealer),
    METRICS_PORT: '0',
  }
  // Podman maps ports only in a network of its own, and runs probes with a curl that is not in the image.
  const container = '/spec/template/spec/containers/0'
  const operations = [
    { op: 'add', path: '/spec/template/spec/hostNetwork', value: true },
    { op: 'replace', path: '/spec/replicas', value: 1 },
    ...['ports', 'readinessProbe', 'livenessProbe'].map(name => ({
      op: 'remove',
      path: `${container}/${name}`,
    })),
  ]
  const hostNetwork = Object.keys(ports).map(name => ({
    target: { kind: 'Deployment', name: `parley-${name}` },
    patch: JSON.stringify(operations),
  }))
  // Podman 4.3 mounts the values of a secret without decoding them, and all of them: which process gets which is not checked here.
  const decodes = !(await run('podman', ['--version'])).includes(' 4.3.')
  const secrets = Object.entries(database.settings).map(([name, value]) => [
    keyOf(name),
    decodes ? btoa(value) : value,
  ])
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: names.secrets },
    data: Object.fromEntries(secrets) as object,
  }
  await writeFile(join(folder, 'secret.yaml'), stringify(secret))
  await run('podman', ['secret', 'create', names.secrets, join(folder, 'secret.yaml')])
  await writeFile(
    join(folder, 'settings.yaml'),
    stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: names.settings }, data }),
  )
  const [newName, newTag] = image.split(/:(?=[^:/]+$)/)
  await writeFile(
    join(folder, 'kustomization.yaml'),
    stringify({
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: ['../../../deploy/kubernetes/base'],
      images: [{ name: names.image, newName, newTag }],
      patches: [{ path: 'settings.yaml' }, ...hostNetwork],
    }),
  )
}

/** Podman 4 runs no Job. */
async function migrate(): Promise<void> {
  const url = `DATABASE_OWNER_URL=${database.settings['DATABASE_OWNER_URL']}`
  await run('podman', ['run', '--rm', '--network', 'host', '--env', url, image, 'migrate'])
}

function seconds(): string {
  return ((performance.now() - since) / 1_000).toFixed(0)
}
