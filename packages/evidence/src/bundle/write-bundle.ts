import { startSha256 } from '#sha256'
import { encodeHex } from '../bytes/hex.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import type { Checkpoint } from '../checkpoint/checkpoint.ts'
import { printNote } from '../note/note.ts'
import type { ReadTiles } from '../tiles/tile.ts'
import { checkpointPath, entryPath } from './bundle-paths.ts'
import { type BundleEntry, entryLineBytesMax, printEntryLine } from './entry-line.ts'
import { type Manifest, printManifest } from './manifest.ts'
import { writeProof } from './write-proof.ts'
import { writeZip, type ZipContent } from './zip/write-zip.ts'

/** A page for people, or a time-stamp token. */
export interface BundleFile {
  /** Below `human/` or `anchors/`, or `README.html`. */
  readonly path: string
  readonly content: Uint8Array
}

export interface BundleInput extends Pick<Manifest, 'log' | 'owner' | 'asked' | 'madeAt'> {
  /** One chain, in its order. */
  readonly entries: AsyncIterable<BundleEntry> | Iterable<BundleEntry>
  /** The one that everything is proven to. Every entry is in its tree. */
  readonly checkpoint: Checkpoint
  /** Those around the times of the entries. None is larger than the checkpoint. */
  readonly checkpoints: readonly Checkpoint[]
  /** Tiles of the tree of the checkpoint. */
  readonly readTiles: ReadTiles
  /** Of the operator, for information. */
  readonly policy: string
  readonly files: AsyncIterable<BundleFile> | Iterable<BundleFile>
}

/** Small enough that a text editor opens it. */
const entryFileBytes = 32 * 2 ** 20
const lineBatchBytes = 65_536

/** Writes a bundle, piece by piece. It holds no more than the indices of the entries. */
export function writeBundle(input: BundleInput): AsyncGenerator<Uint8Array, void> {
  return writeZip(contentsOf(input))
}

async function* contentsOf(input: BundleInput): AsyncGenerator<ZipContent, void> {
  const files: Record<string, string> = {}
  const listed = (path: string, content: Uint8Array): ZipContent => {
    const hash = startSha256()
    hash.update(content)
    files[path] = encodeHex(hash.digest())
    // Compressed; what is stored as it is are the hashes of the proof alone.
    return { path, content: oneChunk(content) }
  }
  yield listed('checkpoint', printNote(input.checkpoint.note))
  for (const checkpoint of input.checkpoints) {
    if (checkpoint.head.size > input.checkpoint.head.size)
      throw new RangeError('A checkpoint of the bundle is larger than the one that it proves to')
    yield listed(checkpointPath(checkpoint.head.size), printNote(checkpoint.note))
  }
  yield listed('policy.txt', encodeUtf8(input.policy))
  const entries = new EntryFiles(input)
  for await (const { path, content, digest } of entries.write()) {
    yield { path, content }
    files[path] = digest()
  }
  yield* writeProof({
    size: input.checkpoint.head.size,
    indices: rising(entries.indices),
    earlierSizes: rising(input.checkpoints.map(({ head }) => head.size)),
    readTiles: input.readTiles,
  })
  for await (const { path, content } of input.files) {
    if (!/^(?:README\.html$|human\/|anchors\/)/.test(path))
      throw new RangeError(`A bundle has no file ${path}`)
    yield listed(path, content)
  }
  const { log, owner, asked, madeAt } = input
  yield {
    path: 'manifest.json',
    content: printManifest({ log, owner, asked, madeAt, entries: entries.counts, files }),
  }
}

async function* oneChunk(content: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield content
}

interface EntryFile {
  readonly path: string
  readonly content: AsyncIterable<Uint8Array>
  /** After the content has been read. */
  readonly digest: () => string
}

/** Entries as files of lines. */
class EntryFiles {
  readonly indices: number[] = []
  readonly counts = { count: 0, withoutFacts: 0, withheld: 0 }
  readonly #entries: AsyncIterator<BundleEntry>
  readonly #size: number
  #isAtEnd = false

  constructor({ entries, checkpoint }: BundleInput) {
    this.#entries = iterate(entries)
    this.#size = checkpoint.head.size
  }

  async *write(): AsyncGenerator<EntryFile, void> {
    for (let number = 1; !this.#isAtEnd; number += 1) {
      const hash = startSha256()
      yield {
        path: entryPath(number),
        content: this.#lines(bytes => hash.update(bytes)),
        digest: () => encodeHex(hash.digest()),
      }
    }
  }

  async *#lines(onBytes: (bytes: Uint8Array) => void): AsyncGenerator<Uint8Array, void> {
    let batch = ''
    let bytes = 0
    while (!this.#isAtEnd && bytes < entryFileBytes) {
      const { done, value } = await this.#entries.next()
      if (done) this.#isAtEnd = true
      else batch += this.#line(value)
      if (batch.length < lineBatchBytes && !done) continue
      const chunk = encodeUtf8(batch)
      batch = ''
      bytes += chunk.length
      onBytes(chunk)
      yield chunk
    }
  }

  #line(entry: BundleEntry): string {
    if (entry.index >= this.#size)
      throw new RangeError(`Entry ${entry.index} is not in the tree of the checkpoint`)
    this.indices.push(entry.index)
    this.counts.count += 1
    if (entry.content.shown === 'head') this.counts.withoutFacts += 1
    if (entry.content.shown === 'nothing') this.counts.withheld += 1
    const line = printEntryLine(entry)
    // A code unit has at most three bytes in UTF-8.
    if (line.length * 3 > entryLineBytesMax && encodeUtf8(line).length > entryLineBytesMax)
      throw new RangeError(`Entry ${entry.index} is too long for a bundle`)
    return line
  }
}

async function* iterate<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item, void> {
  for await (const item of items) yield item
}

/** Without repetitions. Indices of one chain rise by themselves, so this is fast. */
function* rising(numbers: readonly number[]): Generator<number, void> {
  const sorted = numbers.every((number, place) => place === 0 || (numbers[place - 1] ?? 0) < number)
    ? numbers
    : [...new Set(numbers)].toSorted((one, other) => one - other)
  yield* sorted
}
