import { eventually, expect } from '../common/expect.ts'
import { freePort } from '../common/free-port.ts'
import { run } from '../common/run.ts'
import { createTestDatabase } from '../common/test-database.ts'

const confinement = [
  '--network',
  'host',
  '--read-only',
  '--cap-drop',
  'all',
  '--security-opt',
  'no-new-privileges',
]
const writesToItsRoot = `try { require('fs').writeFileSync('/parley/x', ''); console.log(true) } catch (error) { console.log(error.code !== 'EROFS') }`

/** Starts an image as an operator should: read-only, without capabilities, not as root. Every process gets ready and stops by itself. */
export async function checkImage(image: string): Promise<void> {
  const database = await createTestDatabase('parley_image')
  const started: string[] = []
  try {
    const [port, workerPort, sealerPort] = [await freePort(), await freePort(), await freePort()]
    const origin = `http://127.0.0.1:${port}`
    const settings = {
      ...database.settings,
      HOST: '127.0.0.1',
      PORT: String(port),
      WORKER_PORT: String(workerPort),
      SEALER_PORT: String(sealerPort),
      METRICS_PORT: '0',
      PUBLIC_ORIGIN: origin,
      LOG_ORIGIN: 'parley.localhost/log',
      LOG_DIRECTORY: '/var/lib/parley/log',
      LOG_KEY_FILE: '/var/lib/parley/key/log',
    }
    const options = [
      ...confinement,
      ...Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ]
    await run('podman', ['run', '--rm', ...options, image, 'migrate'])
    const volumes = ['--volume', '/var/lib/parley/log', '--volume', '/var/lib/parley/key']
    for (const [role, mounted] of [
      ['api', []],
      ['worker', []],
      ['sealer', volumes],
    ] as const) {
      started.push(await run('podman', ['run', '--detach', ...options, ...mounted, image, role]))
    }
    const [api = ''] = started
    for (const each of [port, workerPort, sealerPort]) {
      await eventually(
        `${image} ready at ${each}`,
        async () => (await fetch(`http://127.0.0.1:${each}/readyz`)).ok,
      )
    }
    await checkPages(origin)
    expect(
      (await run('podman', ['exec', api, 'node', '-p', 'process.getuid()'])) !== '0',
      `${image} runs as root`,
    )
    expect(
      (await run('podman', ['exec', api, 'node', '-e', writesToItsRoot])) === 'false',
      `${image} can be written to`,
    )
    const firms = await run('podman', ['exec', api, 'parley', 'firm', 'list', '--format', 'json'])
    expect(firms.startsWith('['), `${image} runs no operator command: ${firms}`)
    for (const container of started) await checkStop(container)
  } finally {
    for (const container of started)
      await run('podman', ['rm', '--force', '--volumes', '--time', '0', container])
    await database.drop()
  }
}

async function checkPages(origin: string): Promise<void> {
  const read = async (path: string): Promise<string> => (await fetch(`${origin}${path}`)).text()
  expect((await read('/app')).includes('<div id="root"'), 'the image serves no app')
  expect((await read('/docs/guides/start')).includes('Start in ten minutes'), 'the image serves no guides')
  expect((await fetch(`${origin}/docs`)).ok, 'the image serves no reference')
  const sdk = await fetch(`${origin}/docs/sdk/parley-sdk.tgz`)
  expect(sdk.ok && (await sdk.arrayBuffer()).byteLength > 1_000, 'the image serves no SDK')
}

async function checkStop(container: string): Promise<void> {
  await run('podman', ['stop', '--time', '20', container])
  const code = await run('podman', ['inspect', '--format', '{{.State.ExitCode}}', container])
  if (code !== '0') throw new Error(`stopped with ${code}:\n${await run('podman', ['logs', container])}`)
}
