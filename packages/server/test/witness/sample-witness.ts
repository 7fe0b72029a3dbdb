import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createLogger } from '../../src/platform/telemetry/logger.ts'
import { addKnownLog, createDirectory, runWitness, type WitnessKeys } from '../../src/witness/index.ts'
import type { SampleLog } from './sample-log.ts'

interface Reply {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** A witness in its own directory, as `parley witness` runs it. Removed after the test. */
export class SampleWitness {
  readonly directory: string
  readonly keys: WitnessKeys
  /** Lines that the witness logged. */
  readonly lines: Record<string, unknown>[] = []
  #running: Awaited<ReturnType<typeof runWitness>> | undefined

  private constructor(directory: string, keys: WitnessKeys) {
    this.directory = directory
    this.keys = keys
  }

  static async create(...logs: readonly (SampleLog & { readonly url?: string })[]): Promise<SampleWitness> {
    const directory = await mkdtemp(join(tmpdir(), 'parley-witness-'))
    const keys = await createDirectory(directory, 'witness.example/w1')
    const witness = new SampleWitness(directory, keys)
    onTestFinished(async () => {
      await witness.stop()
      await rm(directory, { recursive: true })
    })
    for (const log of logs) await witness.add(log)
    return witness
  }

  add({ origin, vkey }: SampleLog, url?: string): Promise<unknown> {
    return addKnownLog(this.directory, { origin, keys: [vkey], url })
  }

  async run({ audit = false, auditWaitMs = 60_000 } = {}): Promise<this> {
    const log = createLogger('debug', {
      write: line => this.lines.push(JSON.parse(line) as Record<string, unknown>),
    })
    this.#running = await runWitness({
      directory: this.directory,
      host: '127.0.0.1',
      port: 0,
      log,
      audit,
      auditWaitMs,
    })
    return this
  }

  async stop(): Promise<void> {
    await this.#running?.stop()
    this.#running = undefined
  }

  get url(): string {
    return this.#running?.address ?? ''
  }

  async post(body: Uint8Array | string, prefix = ''): Promise<Reply> {
    const response = await fetch(`${this.url}${prefix}/add-checkpoint`, {
      method: 'POST',
      body: Buffer.from(body),
    })
    return replyOf(response)
  }

  async get(path: string): Promise<Reply> {
    return replyOf(await fetch(`${this.url}${path}`))
  }
}

const replyOf = async (response: Response): Promise<Reply> => ({
  status: response.status,
  type: response.headers.get('content-type') ?? '',
  text: await response.text(),
})
