import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../common/root.ts'
import { run } from '../common/run.ts'
import { words } from '../common/words.ts'

/** Builds the Dockerfile as it is, on a base that has what node:24-slim has and the Dockerfile uses: a shell, certificates, node and npm. */
export async function buildDockerfile(name: string): Promise<void> {
  const folder = join(root, '.cache/ship/dockerfile')
  const base = 'localhost/parley-node:ci'
  await mkdir(folder, { recursive: true })
  const archive = join(folder, 'base.tar')
  await run('mmdebstrap', [
    '--quiet',
    '--variant=essential',
    '--include=ca-certificates,libstdc++6',
    'bookworm',
    archive,
  ])
  const container = await run('buildah', ['from', 'scratch'])
  try {
    const npm = dirname(dirname(await run('realpath', [await run('sh', ['-c', 'command -v npm'])])))
    const certificates = '/etc/ssl/certs/ca-certificates.crt'
    await run('buildah', ['add', '--quiet', container, archive, '/'])
    const node = await run('realpath', [join(root, 'node_modules/node/bin/node')])
    await run('buildah', ['copy', '--quiet', '--chmod', '755', container, node, '/usr/local/bin/node'])
    await run('buildah', ['copy', '--quiet', container, npm, '/usr/local/lib/node_modules/npm'])
    const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm']
    await run('buildah', ['run', '--isolation', 'chroot', container, '--', ...link])
    // Behind a proxy that has certificates of its own, npm needs them as much as it does outside.
    await run('buildah', ['copy', '--quiet', container, certificates, certificates])
    await run('buildah', ['config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container])
    await run('buildah', ['commit', '--quiet', container, base])
  } finally {
    await run('buildah', ['rm', container])
  }
  const cache = await run('npm', ['config', 'get', 'cache'])
  await run(
    'buildah',
    words(
      `build --quiet --isolation chroot --network host --pull-never --build-arg NODE_IMAGE=${base} --volume ${cache}:/root/.npm --tag ${name} .`,
    ),
    { cwd: root },
  )
}
