import { execFile } from 'node:child_process'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

interface TestCluster {
  /** As its superuser. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** A PostgreSQL of one's own, for tests that change how the server behaves. */
export async function startCluster(): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-cluster-'))
  const data = join(folder, 'data')
  const asRoot = process.getuid?.() === 0 // PostgreSQL refuses to run as root
  if (asRoot) {
    const ids = await Promise.all(['-u', '-g'].map(option => run('id', [option, 'postgres'])))
    const [user, group] = ids.map(({ stdout }) => Number(stdout))
    await chown(folder, user ?? 0, group ?? 0)
  }
  const binaries = await findBinaries()
  const postgres = (program: string, ...args: string[]): Promise<unknown> =>
    asRoot
      ? run('runuser', ['-u', 'postgres', '--', join(binaries, program), ...args], { cwd: folder })
      : run(join(binaries, program), args, { cwd: folder })

  await postgres('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8')
  const port = await freePort()
  const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`
  await postgres('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start')
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await postgres('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      await rm(folder, { recursive: true })
    },
  }
}

/** Debian keeps the server's programs out of PATH. */
async function findBinaries(): Promise<string> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const newest = versions.map(Number).toSorted((a, b) => b - a)[0]
  if (newest) return `/usr/lib/postgresql/${newest}/bin`
  const { stdout } = await run('pg_config', ['--bindir'])
  return stdout.trim()
}
