import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { killTree } from './kill-tree.ts'
import { databaseUser } from './postgres-node.ts'

interface PatroniNodeOptions {
  readonly name: string
  readonly folder: string
  readonly databasePort: number
  readonly restPort: number
  readonly superuserPassword: string
}

/** One Patroni and the PostgreSQL that it manages. Its configuration is the file `<name>.yml` in the folder. */
export class PatroniNode {
  readonly name: string
  readonly log: string
  readonly #options: PatroniNodeOptions
  #process: ChildProcess | undefined

  constructor(options: PatroniNodeOptions) {
    this.name = options.name
    this.log = join(options.folder, `${options.name}.log`)
    this.#options = options
  }

  get url(): string {
    const { superuserPassword, databasePort } = this.#options
    return `postgres://postgres:${superuserPassword}@127.0.0.1:${databasePort}/postgres`
  }

  async start(): Promise<void> {
    const { folder, name } = this.#options
    const output = openSync(this.log, 'a')
    this.#process = spawn('patroni', [join(folder, `${name}.yml`)], {
      ...(await databaseUser()),
      cwd: folder,
      stdio: ['ignore', output, output],
      detached: true, // a Ctrl+C is for this program, which then stops it
    })
    closeSync(output)
  }

  /** Whether it answers that it is the leader, as HAProxy asks. */
  isLeader(): Promise<boolean> {
    return this.#answers('/primary')
  }

  /** Whether commits wait for it. */
  isSynchronousStandby(): Promise<boolean> {
    return this.#answers('/synchronous')
  }

  async #answers(path: string): Promise<boolean> {
    const url = `http://127.0.0.1:${this.#options.restPort}${path}`
    return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      answer => answer.status === 200,
      () => false,
    )
  }

  /** Kills Patroni only: its PostgreSQL goes on, and does not know that it is no longer the leader. */
  async killPatroni(): Promise<void> {
    const child = this.#process
    if (!child?.pid) return
    this.#process = undefined
    const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    child.kill('SIGKILL')
    await exited
  }

  /** Kills both, like a machine failure. */
  async kill(): Promise<void> {
    await this.killPatroni()
    this.killNow()
  }

  killNow(): void {
    this.#process?.kill('SIGKILL')
    this.#process = undefined
    const postmaster = this.#postmaster()
    if (postmaster) killTree(postmaster)
  }

  /** The file outlives a killed server, and its number may be given to another process. */
  #postmaster(): number | undefined {
    const data = join(this.#options.folder, this.name)
    try {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? pid : undefined
    } catch {
      return undefined
    }
  }
}
