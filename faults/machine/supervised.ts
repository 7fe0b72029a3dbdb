import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from '../../packages/server/src/config.ts'
import { watchStolenTime } from '../../packages/server/test/processes/stolen-time.ts'

interface SupervisedOptions {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly variables: Record<string, string>
  readonly log: string
  /** Whether it is ready to serve. */
  readonly isReady: () => Promise<boolean>
}

/** Unexpected exit of a process. */
export interface OwnDeath {
  readonly name: string
  readonly atMs: number
  readonly code: number | null
  readonly signal: string | null
}

/** Restart delay, as a supervisor would have. */
const restartMs = 500

/** A process that is restarted whenever it exits, until it is stopped. */
export class Supervised {
  readonly name: string
  readonly ownDeaths: OwnDeath[] = []
  /** Exit codes of stopped processes. */
  readonly stops: (number | null)[] = []
  readonly #options: SupervisedOptions
  readonly #log: WriteStream
  #child: ChildProcess | undefined
  #isTold = false
  #isOver = false
  #isPaused = false

  constructor(options: SupervisedOptions) {
    this.name = options.name
    this.#options = options
    this.#log = createWriteStream(options.log, { flags: 'a' })
    this.#start()
  }

  #start(): void {
    if (this.#isOver) return
    const { name, command, variables } = this.#options
    const [program, ...args] = command
    const child = spawn(program, args, {
      env: childEnvironment({ NODE_ENV: 'production', ...variables }),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // a Ctrl+C is for this program
    })
    child.stdout.pipe(this.#log, { end: false })
    child.stderr.pipe(this.#log, { end: false })
    this.#child = child
    this.#isTold = false
    child.once('exit', (code, signal) => {
      if (!this.#isTold) this.ownDeaths.push({ name, atMs: Date.now(), code, signal })
      if (this.#child === child) this.#child = undefined
      void sleep(restartMs).then(() => this.#start())
    })
  }

  get isPaused(): boolean {
    return this.#isPaused
  }

  /** Neither paused nor dead. */
  get isRunning(): boolean {
    return this.#child !== undefined && !this.#isPaused
  }

  async isReady(withinMs = 300_000): Promise<void> {
    const startedAtMs = performance.now()
    const slowness = watchStolenTime()
    while (!(await this.#options.isReady().catch(() => false))) {
      if (performance.now() - startedAtMs > withinMs * slowness())
        throw new Error(`${this.name} is not ready after ${withinMs} ms`)
      await sleep(50)
    }
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  async terminate(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (!child) return
    this.#isTold = true
    const exited = once(child, 'exit') as Promise<[number | null]>
    child.kill(signal)
    const [code] = await exited
    if (signal === 'SIGTERM') this.stops.push(code)
  }

  pause(): void {
    this.#isPaused = true
    this.#child?.kill('SIGSTOP')
  }

  resume(): void {
    this.#child?.kill('SIGCONT')
    this.#isPaused = false
  }

  killNow(): void {
    this.#isOver = true
    this.#isTold = true
    this.#child?.kill('SIGKILL')
  }

  /** Permanently. */
  async close(): Promise<void> {
    this.#isOver = true
    if (this.#isPaused) this.resume()
    await this.#end('SIGKILL')
    this.#log.end()
  }
}
