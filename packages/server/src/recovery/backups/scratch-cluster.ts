import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createPool, type Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'

const run = promisify(execFile)

export interface ScratchCluster {
  readonly database: Database
  stop(): Promise<void>
}

interface Restored {
  readonly data: string
  /** Only this user may enter it: whoever reaches the socket in it reads everything. */
  readonly folder: string
  readonly role: string
  readonly databaseName: string
  /** Where postgres is. Undefined: as pg_config says. */
  readonly binaries?: string | undefined
  readonly signal: AbortSignal
}

/** Starts a restored cluster beside the real one, waits until it has replayed its log, and connects to it. */
export async function startScratchCluster(restored: Restored): Promise<ScratchCluster> {
  const { data, folder, role, databaseName, signal } = restored
  const binaries = restored.binaries ?? (await run('pg_config', ['--bindir'])).stdout.trim()
  // Debian keeps its configuration outside of the data, so that a restored folder may have none.
  const emptyFile = join(folder, 'drill.conf')
  const rules = join(folder, 'drill.hba.conf')
  await writeFile(emptyFile, '')
  await writeFile(rules, 'local all all trust\n')
  const settings = {
    config_file: emptyFile,
    ident_file: emptyFile,
    hba_file: rules,
    data_directory: data,
    unix_socket_directories: folder,
    listen_addresses: '',
    port: '5432',
    // It is thrown away: nothing of it needs to last, and nobody may wait for it.
    fsync: 'off',
    hot_standby: 'off',
    archive_mode: 'off',
    synchronous_standby_names: '',
    shared_preload_libraries: '',
  }
  // On the command line, because what was set with ALTER SYSTEM is in the data and would win over a file.
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(binaries, 'postgres'), options, {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGQUIT',
  })
  let said = ''
  child.stderr.on('data', chunk => (said = `${said}${chunk}`.slice(-2_000)))
  let failure: Error | undefined
  child.on('error', error => (failure = error))
  const database = createPool({
    url: `postgres://${encodeURIComponent(role)}@/${encodeURIComponent(databaseName)}?host=${encodeURIComponent(folder)}`,
    size: 2,
    applicationName: 'parley drill',
    connectTimeoutMs: 5_000,
  })
  const stop = async (): Promise<void> => {
    await database.end()
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (hasEnded || child.pid === undefined) return
    child.kill('SIGQUIT')
    await once(child, 'exit')
  }
  for (;;) {
    if (failure || child.exitCode !== null) {
      await stop()
      throw new Problem('downstream_unavailable', `The restored database does not start: ${causeIn(said)}`)
    }
    if (await isOpen(database)) return { database, stop }
    await sleep(100)
  }
}

/** Without hot standby, it lets nobody in before it has replayed everything. */
async function isOpen(database: Database): Promise<boolean> {
  try {
    await database.query('select 1')
    return true
  } catch {
    return false
  }
}

/** The last line says only that it is shut down. */
function causeIn(said: string): string {
  const lines = said.trim().split('\n')
  return lines.findLast(line => /\b(?:FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? ''
}
