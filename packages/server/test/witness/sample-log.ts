import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Checkpoint,
  createSigner,
  encodeLeaf,
  type Leaf,
  leafHash,
  nodeHash,
  noPrevious,
  parseCheckpoint,
  parseTilePath,
  printAddCheckpointRequest,
  printEntryBundle,
  printNote,
  printTreeHead,
  printVerifierKey,
  proveConsistency,
  type ReadNodes,
  readRoot,
  type Signer,
  signText,
} from '@parley/evidence'

interface Chain {
  readonly tag: Uint8Array
  seq: number
  head: Uint8Array
}

/** A log with chains as the sealer writes it, which can also be made to cheat. */
export class SampleLog {
  readonly origin: string
  readonly signer: Signer
  readonly entries: Uint8Array[]
  readonly chains: Chain[]
  readonly #nodes = new Map<string, Uint8Array>()

  constructor(origin = 'log.example/cell-1', signer = sampleSigner(origin), entries: Uint8Array[] = []) {
    this.origin = origin
    this.signer = signer
    this.entries = entries
    this.chains = Array.from({ length: 5 }, () => ({ tag: randomBytes(16), seq: 0, head: noPrevious }))
  }

  get vkey(): string {
    return printVerifierKey(this.signer.key)
  }

  get size(): number {
    return this.entries.length
  }

  /** Appends honest entries, in turn to each chain. */
  grow(count: number): this {
    for (let index = 0; index < count; index += 1) this.append(this.chains[index % this.chains.length])
    return this
  }

  /** Appends one entry to a chain. Anything replaced makes it a lie. */
  append(chain: Chain | undefined, replaced: Partial<Leaf> = {}): this {
    if (!chain) throw new Error('no such chain')
    const { tag, seq, head } = chain
    const leaf = encodeLeaf({
      type: 'entry',
      tag,
      seq: seq + 1,
      previous: head,
      commitment: randomBytes(32),
      ...replaced,
    })
    chain.seq = replaced.seq ?? seq + 1
    chain.head = leafHash(leaf)
    this.entries.push(leaf)
    return this
  }

  /** Another log by the same operator, with the same key and the same beginning. */
  fork(size: number): SampleLog {
    return new SampleLog(this.origin, this.signer, this.entries.slice(0, size))
  }

  readonly read: ReadNodes = nodes =>
    Promise.resolve(nodes.map(({ level, index }) => this.#node(level, index)))

  #node(level: number, index: number): Uint8Array {
    const key = `${level}/${index}`
    const known = this.#nodes.get(key)
    if (known) return known
    const hash =
      level === 0
        ? leafHash(this.entries[index] ?? new Uint8Array())
        : nodeHash(this.#node(level - 1, index * 2), this.#node(level - 1, index * 2 + 1))
    this.#nodes.set(key, hash)
    return hash
  }

  async checkpoint(size = this.size): Promise<Checkpoint> {
    const root = await readRoot(size, this.read)
    const text = printTreeHead({ origin: this.origin, size, root, extensions: [] })
    return parseCheckpoint(printNote({ text, signatures: [signText(text, this.signer, 0)] }))
  }

  prove(oldSize: number, size = this.size): Promise<Uint8Array[]> {
    return proveConsistency(oldSize, size, this.read)
  }

  /** A request to a witness. */
  async request(oldSize: number, size = this.size): Promise<Buffer> {
    const proof = oldSize <= size ? await this.prove(oldSize, size) : []
    return Buffer.from(printAddCheckpointRequest({ oldSize, proof, checkpoint: await this.checkpoint(size) }))
  }

  /** A file of the published log, or undefined if it has no such file. */
  async file(path: string): Promise<Uint8Array | undefined> {
    if (path === 'checkpoint') return printNote((await this.checkpoint()).note)
    const { level, index, width } = parseTilePath(path)
    const start = index * 256
    if (level === 'entries')
      return start + width <= this.size
        ? printEntryBundle(this.entries.slice(start, start + width))
        : undefined
    if ((start + width) * 256 ** level > this.size) return undefined
    return Buffer.concat(Array.from({ length: width }, (_, offset) => this.#node(level * 8, start + offset)))
  }

  /** Publishes the log over HTTP. */
  async publish(
    change: (path: string, bytes: Uint8Array | undefined) => Uint8Array | undefined = (_, bytes) => bytes,
  ): Promise<{ readonly url: string; readonly paths: string[]; close(): Promise<void> }> {
    const paths: string[] = []
    const server = createServer((request, response) => {
      const path = (request.url ?? '').replace('/log/', '')
      paths.push(path)
      const respond = (bytes: Uint8Array | undefined): unknown => {
        const body = change(path, bytes)
        return response.writeHead(body ? 200 : 404).end(body)
      }
      void this.file(path).then(respond, () => respond(undefined))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return {
      url: `http://127.0.0.1:${port}/log/`,
      paths,
      close: async () => {
        server.closeAllConnections()
        server.close()
        await once(server, 'close')
      },
    }
  }
}

const sampleSigner = (origin: string): Signer => createSigner(origin, 'ed25519', randomBytes(32))
