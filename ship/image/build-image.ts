import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../common/root.ts'
import { run } from '../common/run.ts'
import { stageService } from '../common/stage-service.ts'
import { readVersion } from '../common/version.ts'
import { words } from '../common/words.ts'
import { stageBase, userId } from './stage-base.ts'

export interface Image {
  readonly name: string
  readonly digest: string
  readonly bytes: number
}

/** No /usr/bin/env in the image, which main.ts names in its first line. */
const program = `#!/usr/local/bin/node
import('/parley/packages/server/dist/main.js')
`

/** Builds the image without a registry: Debian's libraries, npm's Node, and the service. */
export async function buildImage(name: string): Promise<Image> {
  const folder = join(root, `.cache/ship/image-${process.pid}`)
  const [base, service] = [join(folder, 'base'), join(folder, 'base/parley')]
  const { number, commit, epoch } = await readVersion()
  await mkdir(folder, { recursive: true })
  await stageBase(base, epoch)
  await stageService(service)
  await mkdir(join(base, 'usr/local/bin'), { recursive: true })
  // Without the symbols of a debugger: 18 of 127 MB. What Node resolves at run time stays.
  const node = join(root, 'node_modules/node/bin/node')
  await run('strip', ['--strip-unneeded', '-o', join(base, 'usr/local/bin/node'), node])
  await writeFile(join(base, 'usr/local/bin/parley'), program)
  for (const file of ['node', 'parley']) await chmod(join(base, 'usr/local/bin', file), 0o755)
  await Promise.all(
    ['log', 'key'].map(kept => mkdir(join(base, 'var/lib/parley', kept), { recursive: true })),
  )
  await normalizeModes(base)

  const container = await run('buildah', ['from', 'scratch'])
  try {
    const owner = `${userId}:${userId}`
    await run('buildah', ['copy', '--quiet', container, base, '/'])
    // Volumes that are mounted here belong to the process.
    await run('buildah', [
      'copy',
      '--quiet',
      '--chown',
      owner,
      container,
      join(base, 'var/lib/parley'),
      '/var/lib/parley',
    ])
    await run('buildah', ['config', ...configuration({ owner, number, commit }), container])
    await run('buildah', ['commit', '--quiet', '--timestamp', epoch, container, name])
  } finally {
    await run('buildah', ['rm', container])
    await rm(folder, { recursive: true })
  }
  const described = await run('podman', ['image', 'inspect', '--format', '{{.Digest}} {{.Size}}', name])
  const [digest = '', bytes] = described.split(' ')
  return { name, digest, bytes: Number(bytes) }
}

interface Described {
  readonly owner: string
  readonly number: string
  readonly commit: string
}

function configuration({ owner, number, commit }: Described): string[] {
  return [
    ...words(`--os linux --workingdir /parley --user ${owner} --port 8080 --port 8081 --port 8084`),
    ...words('--env NODE_ENV=production --env HOST=0.0.0.0 --env PATH=/usr/local/bin'),
    ...words(`--label org.opencontainers.image.version=${number}`),
    ...words(`--label org.opencontainers.image.revision=${commit}`),
    ...words('--label org.opencontainers.image.licenses=Apache-2.0'),
    // As in the Dockerfile, which says why.
    ...words('--entrypoint ["node","--max-semi-space-size=64","packages/server/dist/main.js"] --cmd api'),
  ]
}

/** A clone's modes depend on the umask of whoever made it. */
async function normalizeModes(folder: string): Promise<void> {
  await run('chmod', ['-R', 'u=rwX,go=rX', folder])
}
