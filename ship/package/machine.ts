import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../common/expect.ts'
import { root } from '../common/root.ts'
import { run } from '../common/run.ts'
import { words } from '../common/words.ts'

const image = 'localhost/parley-machine:ci'

interface Machine {
  /** Runs a program in it as root. */
  readonly exec: (args: readonly string[], input?: string) => Promise<string>
  readonly put: (file: string, path: string) => Promise<void>
  readonly remove: () => Promise<void>
}

/** A Debian 12 with systemd as its first process, on the network of this machine. */
export async function startMachine(): Promise<Machine> {
  const isBuilt = await run('podman', ['image', 'exists', image]).then(
    () => true,
    () => false,
  )
  if (!isBuilt) await buildMachine()
  const id = await run('podman', ['run', '--detach', '--systemd=always', '--network', 'host', image])
  const exec = (args: readonly string[], input?: string): Promise<string> =>
    run('podman', ['exec', '--interactive', id, ...args], input === undefined ? {} : { input })
  await eventually('systemd', async () =>
    /running|degraded/.test(await exec(['sh', '-c', 'systemctl is-system-running || true'])),
  )
  return {
    exec,
    put: async (file, path) => void (await run('podman', ['cp', file, `${id}:${path}`])),
    remove: async () => void (await run('podman', ['rm', '--force', '--time', '5', id])),
  }
}

async function buildMachine(): Promise<void> {
  const folder = join(root, '.cache/ship')
  await mkdir(folder, { recursive: true })
  const archive = join(folder, 'machine.tar')
  const include = '--include=systemd,systemd-sysv,dbus,libstdc++6,ca-certificates'
  await run('mmdebstrap', ['--quiet', '--variant=minbase', include, 'bookworm', archive])
  const container = await run('buildah', ['from', 'scratch'])
  try {
    await run('buildah', ['add', '--quiet', container, archive, '/'])
    await run('buildah', words(`config --cmd /sbin/init --stop-signal SIGRTMIN+3 ${container}`))
    await run('buildah', ['commit', '--quiet', container, image])
  } finally {
    await run('buildah', ['rm', container])
    await run('rm', ['-f', archive])
  }
}
