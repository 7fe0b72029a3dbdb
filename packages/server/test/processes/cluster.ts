import { execFile } from 'node:child_process'
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries as findEmbedded } from '../../src/cli/sandbox/embedded-postgresql.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

interface TestCluster {
  /** As its superuser. */
  readonly url: string
  readonly data: string
  /** Folder of its unix socket. */
  readonly socketFolder: string
  /** Where its programs are. */
  readonly binaries: string
  /** Process id of the postmaster. */
  readonly pid: number
  readonly stop: () => Promise<void>
}

/** A separate PostgreSQL server, for tests that change its behaviour. Not durable unless the settings make it so. */
export async function startCluster(
  settings: Readonly<Record<string, string>> = { fsync: 'off' },
): Promise<TestCluster> {
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
  const all = { port, listen_addresses: '127.0.0.1', unix_socket_directories: folder, ...settings }
  const options = Object.entries(all)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  await postgres('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start')
  const pidFile = await readFile(join(data, 'postmaster.pid'), 'utf8')
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    data,
    socketFolder: folder,
    binaries,
    pid: Number.parseInt(pidFile, 10),
    stop: async () => {
      await postgres('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      await rm(folder, { recursive: true })
    },
  }
}

/** Debian keeps the server's programs out of PATH. Without Debian's, those that npm installed. */
export async function findBinaries(): Promise<string> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const newest = versions.map(Number).toSorted((a, b) => b - a)[0]
  return newest ? `/usr/lib/postgresql/${newest}/bin` : dirname((await findEmbedded()).initdb)
}
