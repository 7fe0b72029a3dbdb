import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findBinaries } from '../../packages/server/test/processes/cluster.ts'
import { freePort } from '../../packages/server/test/processes/free-port.ts'
import { killTree } from './kill-tree.ts'
import { waitUntil } from './wait-until.ts'

const run = promisify(execFile)

/** Settings beyond PostgreSQL's defaults: those required by docs/operations.md and by the checks. */
const commonSettings = {
  listen_addresses: '127.0.0.1',
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
  // The checks order a STOP and a send by their commits.
  track_commit_timestamp: 'on',
  wal_retrieve_retry_interval: '500ms',
  max_connections: 100,
} as const

type Settings = Readonly<Record<string, string | number>>

interface User {
  readonly uid?: number
  readonly gid?: number
}

/** PostgreSQL refuses to run as root. */
export async function databaseUser(): Promise<User> {
  if (process.getuid?.() !== 0) return {}
  const ids = await Promise.all(['-u', '-g'].map(option => run('id', [option, 'postgres'])))
  const [uid, gid] = ids.map(({ stdout }) => Number(stdout))
  return { ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) }
}

export interface Restore {
  readonly backup: string
  /** Command that brings a file of the write-ahead log, %f, to %p. */
  readonly fetch: string
  /** Undefined: everything that can be fetched. */
  readonly until?: Date
  readonly settings: Settings
}

/** The data directory is damaged beyond recovery. */
export class DidNotStartError extends Error {}

/** One PostgreSQL server: its data folder, and the process that may be killed. */
export class PostgresNode {
  readonly name: string
  readonly port: number
  readonly data: string
  readonly log: string
  readonly #binaries: string
  readonly #user: User
  readonly #folder: string
  #settings: Settings
  #process: ChildProcess | undefined

  private constructor(name: string, port: number, folder: string, binaries: string, user: User) {
    this.name = name
    this.port = port
    this.#folder = folder
    this.data = join(folder, name)
    this.log = join(folder, `${name}.log`)
    this.#binaries = binaries
    this.#user = user
    this.#settings = {}
  }

  /** Creates an empty server. The folder must belong to the user that databaseUser returns. */
  static async create(folder: string, name: string, settings: Settings): Promise<PostgresNode> {
    const node = await PostgresNode.#at(folder, name)
    const options = ['-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8']
    await node.#run('initdb', '-D', node.data, ...options)
    await node.configure({ ...commonSettings, ...settings, port: node.port, unix_socket_directories: folder })
    return node
  }

  /** Creates a standby of the server at the source port, which it follows through the link port. */
  static async copy(
    folder: string,
    name: string,
    { sourcePort, linkPort, settings }: { sourcePort: number; linkPort: number; settings: Settings },
  ): Promise<PostgresNode> {
    const node = await PostgresNode.#at(folder, name)
    const source = ['-h', '127.0.0.1', '-p', String(sourcePort), '-U', 'postgres']
    await node.#run('pg_basebackup', '-D', node.data, ...source, '-X', 'stream', '-c', 'fast', '--no-sync')
    await node.configure({
      ...commonSettings,
      ...settings,
      port: node.port,
      unix_socket_directories: folder,
      primary_conninfo: `host=127.0.0.1 port=${linkPort} user=postgres application_name=standby`,
    })
    await writeFile(join(node.data, 'standby.signal'), '')
    return node
  }

  /** Restores a backup up to a moment, with the archived WAL. It is promoted when it gets there. */
  static async restore(
    folder: string,
    name: string,
    { backup, fetch, until, settings }: Restore,
  ): Promise<PostgresNode> {
    const node = await PostgresNode.#at(folder, name)
    await run('cp', ['-a', backup, node.data])
    await node.configure({
      ...commonSettings,
      ...settings,
      port: node.port,
      unix_socket_directories: folder,
      restore_command: fetch,
      recovery_target_timeline: 'current',
      ...(until && {
        recovery_target_time: until.toISOString().replace('Z', '+00'),
        recovery_target_action: 'promote',
      }),
    })
    await writeFile(join(node.data, 'recovery.signal'), '')
    return node
  }

  /** A base backup of the running server. */
  async backUp(target: string): Promise<void> {
    await rm(target, { recursive: true, force: true })
    const source = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'postgres']
    await this.#run('pg_basebackup', '-D', target, ...source, '-X', 'none', '-c', 'fast', '--no-sync')
  }

  static async #at(folder: string, name: string): Promise<PostgresNode> {
    return new PostgresNode(name, await freePort(), folder, await findBinaries(), await databaseUser())
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`
  }

  /** Later settings replace earlier ones. A running server applies those that need no restart. */
  async configure(settings: Settings): Promise<void> {
    this.#settings = { ...this.#settings, ...settings }
    const lines = Object.entries(this.#settings).map(([name, value]) => `${name} = '${value}'`)
    await writeFile(join(this.data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
    this.#process?.kill('SIGHUP')
  }

  async start(): Promise<void> {
    const output = openSync(this.log, 'a')
    const child = spawn(join(this.#binaries, 'postgres'), ['-D', this.data], {
      ...this.#user,
      cwd: this.#folder,
      stdio: ['ignore', output, output],
      detached: true, // a Ctrl+C is for this program, which then stops it
    })
    closeSync(output)
    this.#process = child
    await this.#isReady()
  }

  /** Waits until it responds, also as a standby. */
  async #isReady(): Promise<void> {
    const options = ['-q', '-h', '127.0.0.1', '-p', String(this.port)]
    await waitUntil(
      `${this.name} responds`,
      async () => {
        const child = this.#process
        if (!child || child.exitCode !== null)
          throw new DidNotStartError(`${this.name} did not start: see ${this.log}`)
        return this.#run('pg_isready', ...options).then(isTrue, () => false)
      },
      async () => (await readFile(this.log, 'utf8')).slice(-2_000),
    )
  }

  promote(): Promise<unknown> {
    return this.#run('pg_ctl', '-D', this.data, '-w', '-t', '60', 'promote')
  }

  /** Kills every process at once, like a machine failure. */
  async kill(): Promise<void> {
    const child = this.#process
    if (!child?.pid) return
    this.#process = undefined
    const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    killTree(child.pid)
    await exited
  }

  /** Kills every process at once and starts again on the same disk. */
  async crash(): Promise<void> {
    await this.kill()
    for (let tries = 1; ; tries += 1) {
      try {
        await this.start()
        return
      } catch (error) {
        // The last killed process may still be exiting, and PostgreSQL does not start while it holds the shared memory.
        if (!(error instanceof DidNotStartError) || tries === 100) throw error
        await sleep(100)
      }
    }
  }

  /** Immediate stop, for the end of a run and emergencies. */
  killNow(): void {
    if (this.#process?.pid) killTree(this.#process.pid)
    this.#process = undefined
  }

  async remove(): Promise<void> {
    await this.kill()
    await rm(this.data, { recursive: true, force: true })
  }

  #run(program: string, ...args: string[]): Promise<unknown> {
    return run(join(this.#binaries, program), args, { ...this.#user, cwd: this.#folder })
  }
}

const isTrue = (): boolean => true
