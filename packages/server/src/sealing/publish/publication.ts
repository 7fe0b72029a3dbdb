import {
  FormatError,
  type Note,
  nodesFromTiles,
  parseCheckpoint,
  printNote,
  printTreeHead,
  printVerifierKey,
  proveConsistency,
  signText,
  type TileContent,
  type TreeHead,
  verifyConsistency,
  verifyNote,
} from '@parley/evidence'
import type { Database } from '../../platform/db/pool.ts'
import { required } from '../../platform/db/rows.ts'
import { writeDurably } from '../../platform/files/write-durably.ts'
import type { LogTree, TreeState, TreeStore } from '../tree/log-tree.ts'
import { LogWriter } from '../tree/log-writer.ts'
import { LogDirectory, TileMissing } from './log-directory.ts'
import { createKeys, type LogKeys, loadKeys } from './log-keys.ts'
import type { PublicationPlace } from './publication-place.ts'
import { lastCheckpoint, saveCheckpoint } from './queries.ts'
import { readIfThere } from './read-if-there.ts'
import { readWitnessLines } from './read-witness-lines.ts'

const quantumSafeEveryMs = 60_000

/** Publishes the tree of the log as signed checkpoints. It never signs a tree that does not begin with the last one it signed. */
export class Publication implements TreeStore {
  readonly #place: PublicationPlace
  readonly #database: Database
  readonly directory: LogDirectory
  #keys: LogKeys | undefined
  #signed: TreeHead | undefined
  #publishedSize: number | undefined
  #quantumSafeAtMs = Number.NEGATIVE_INFINITY

  constructor(database: Database, place: PublicationPlace) {
    this.#database = database
    this.#place = place
    this.directory = new LogDirectory(place.directory)
  }

  signed(): TreeState | undefined {
    return this.#signed
  }

  write(tiles: readonly TileContent[]): Promise<void> {
    return this.directory.writeTiles(tiles)
  }

  async open(): Promise<LogWriter | 'state_lost'> {
    const { origin, keyFile } = this.#place
    const [before] = await lastCheckpoint(this.#database, [origin])
    this.#keys = await loadKeys(keyFile, origin)
    if (!this.#keys && before) return 'state_lost'
    if (!this.#keys) {
      await createKeys(keyFile, origin)
      this.#keys = await loadKeys(keyFile, origin)
    }
    const keys = required(this.#keys, 'the key of the log')
    await this.directory.writePolicy(logLines(keys) + (await readWitnessLines(this.#place)))
    const kept = await readIfThere(this.#signedFile())
    const signed = kept && readSigned(kept, keys)
    if (!signed) return before || kept ? 'state_lost' : LogWriter.empty()
    const published = await this.directory.readCheckpoint()
    // Another sealer with a key of its own may have signed under this name.
    const saved = before && readSigned(Buffer.from(before.note), keys)
    if (before && !saved) return 'state_lost'
    // The kept file may come from a backup: the largest tree that this key has signed counts.
    this.#signed = [saved, published && readSigned(published, keys)].reduce<TreeHead>(
      (largest, head) => (head && head.size > largest.size ? head : largest),
      signed,
    )
    return this.#restore(this.#signed)
  }

  /** From the published tiles. If they are gone or damaged, all of them are written again from the log. */
  async #restore({ size, root }: TreeHead): Promise<LogWriter> {
    try {
      const writer = await LogWriter.restore(size, this.directory.readTiles)
      if (Buffer.compare(writer.root(), root) === 0) return writer
    } catch (error) {
      if (!(error instanceof FormatError || error instanceof TileMissing)) throw error
    }
    return LogWriter.empty()
  }

  /** Signs and publishes the tree, if it has grown. Returns its size. */
  async publish(tree: LogTree): Promise<number> {
    const { origin } = this.#place
    const head: TreeHead = { origin, size: tree.size, root: tree.root(), extensions: [] }
    if (this.#publishedSize === head.size) return head.size
    await tree.writeTiles()
    await this.#refuseStranger()
    await this.#refuseFork(head)
    const signed = this.#sign(head)
    const note = printNote(signed)
    await writeDurably(this.#signedFile(), note, 0o600)
    this.#signed = head
    const text = Buffer.from(note).toString('utf8')
    await saveCheckpoint(this.#database, [origin, head.size, text, signed.signatures.length])
    await this.directory.writeCheckpoint(note)
    this.#publishedSize = head.size
    return head.size
  }

  /** Two sealers that start for the first time, on two machines, each make a key. The first to sign is the log. */
  async #refuseStranger(): Promise<void> {
    const [before] = await lastCheckpoint(this.#database, [this.#place.origin])
    if (before && !readSigned(Buffer.from(before.note), required(this.#keys, 'the key of the log')))
      throw new Error('Another key has signed this log')
  }

  /** By the published tiles, as everybody else will check it. */
  async #refuseFork(head: TreeHead): Promise<void> {
    const signed = this.#signed
    if (!signed) return
    const nodes = nodesFromTiles(head.size, this.directory.readTiles)
    const proof = await proveConsistency(signed.size, head.size, nodes)
    const claim = { oldSize: signed.size, oldRoot: signed.root, size: head.size, root: head.root }
    if (!verifyConsistency(claim, proof))
      throw new Error(`The tree of ${head.size} leaves does not begin with the signed one of ${signed.size}`)
  }

  #sign(head: TreeHead): Note {
    if (!this.#keys) throw new Error('The log was not opened')
    const text = printTreeHead(head)
    const { ed25519, mlDsa44 } = this.#keys
    const isDue = performance.now() - this.#quantumSafeAtMs >= quantumSafeEveryMs
    if (isDue) this.#quantumSafeAtMs = performance.now()
    const signers = isDue ? [ed25519, mlDsa44] : [ed25519]
    // Zero: a log makes no statement about time.
    return { text, signatures: signers.map(signer => signText(text, signer, 0)) }
  }

  #signedFile(): string {
    return `${this.#place.keyFile}.signed`
  }
}

const logLines = ({ ed25519, mlDsa44 }: LogKeys): string =>
  [ed25519, mlDsa44].map(({ key }) => `log ${printVerifierKey(key)}\n`).join('')

/** Undefined if it was not signed by these keys, or is not readable. */
function readSigned(bytes: Uint8Array, { ed25519 }: LogKeys): TreeHead | undefined {
  try {
    const { head, note } = parseCheckpoint(bytes)
    return verifyNote(note, [ed25519.key]).verified.length > 0 ? head : undefined
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}
