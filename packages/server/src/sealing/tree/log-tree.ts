import { encodeLeaf, leafHash, noPrevious, type TileContent } from '@parley/evidence'
import type { Tx } from '../../platform/db/pool.ts'
import { LogWriter } from './log-writer.ts'
import { type LeafRow, leavesBetween } from './queries.ts'

/** The end of an owner's chain. */
export interface Chain {
  readonly tag: Uint8Array
  /** Zero before the first leaf. */
  readonly seq: number
  readonly hash: Uint8Array
}

export interface TreeState {
  readonly size: number
  readonly root: Uint8Array
}

const treeRefusals = [
  /** The log is shorter than the tree that was signed: an old backup was restored. */
  'shrunk',
  /** The log is another than the one that was signed. */
  'forked',
  /** Entries, or their leaves, were changed or deleted. */
  'damaged',
  /** Key or last signed checkpoint are gone, though this log was signed before. */
  'state_lost',
] as const

export type TreeRefusal = (typeof treeRefusals)[number]

export const isTreeRefusal = (why: string): why is TreeRefusal => treeRefusals.some(each => each === why)

/** Where the tree is published. Without one it is only in memory. */
export interface TreeStore {
  /** The log as it was last signed, or an empty one if its tiles are gone. */
  open(): Promise<LogWriter | 'state_lost'>
  /** The tree that was last signed. The log must begin with it. */
  signed(): TreeState | undefined
  write(tiles: readonly TileContent[]): Promise<void>
}

const inMemory: TreeStore = {
  open: async () => LogWriter.empty(),
  signed: () => undefined,
  write: async () => {},
}

const batchRows = 5_000
/** About 200 bytes each. */
const chainsMax = 200_000

/**
 * The tree of the log, in memory: the hashes at its right edge and the ends of the chains that moved. It belongs to one state of the
 * log; whoever finds another state lets it follow, and whoever appended in a transaction that failed discards it.
 */
export class LogTree {
  readonly #store: TreeStore
  #writer: LogWriter | undefined
  readonly #chains = new Map<number, Chain>()

  constructor(store: TreeStore = inMemory) {
    this.#store = store
  }

  get isOpen(): boolean {
    return this.#writer !== undefined
  }

  isAt({ size, root }: TreeState): boolean {
    return this.#writer?.size === size && isEqual(this.#writer.root(), root)
  }

  get size(): number {
    return this.#opened().size
  }

  root(): Uint8Array {
    return this.#opened().root()
  }

  discard(): void {
    this.#writer = undefined
    this.#chains.clear()
  }

  /** Brings the tree to the state of the log. What was added by others is read, and checked against its entries. */
  async follow(tx: Tx, state: TreeState): Promise<TreeRefusal | undefined> {
    if (this.#writer && (await this.#reach(tx, this.#writer, state)) === undefined) return undefined
    // What is in memory may be what a lost transaction, or a lost primary, had written.
    this.discard()
    const writer = await this.#store.open()
    if (writer === 'state_lost') return writer
    const refusal = await this.#reach(tx, writer, state)
    if (refusal === undefined) this.#writer = writer
    else this.discard()
    return refusal
  }

  async #reach(tx: Tx, writer: LogWriter, state: TreeState): Promise<TreeRefusal | undefined> {
    const signed = this.#store.signed()
    if (signed && state.size < signed.size) return 'shrunk'
    if (writer.size > state.size) return 'forked'
    while (writer.size < state.size) {
      const end = Math.min(state.size, writer.size + batchRows)
      const next = signed && writer.size < signed.size ? Math.min(end, signed.size) : end
      const rows = await leavesBetween(tx, [writer.size, next])
      if (rows.length !== next - writer.size || !rows.every(row => this.#repeat(writer, row)))
        return 'damaged'
      if (writer.size === signed?.size && !isEqual(writer.root(), signed.root)) return 'forked'
      await this.#store.write(writer.takeTiles())
    }
    return isEqual(writer.root(), state.root) ? undefined : 'forked'
  }

  /** Appends a leaf that is in the log. False if it does not belong to its entry. */
  #repeat(writer: LogWriter, row: LeafRow): boolean {
    const { logIndex, ownerId, seq, tag, commitment, previous } = row
    if (logIndex !== writer.size || !tag || !commitment || (seq > 1 && !previous)) return false
    const leaf = encodeLeaf({ type: 'entry', tag, seq, previous: previous ?? noPrevious, commitment })
    const hash = leafHash(leaf)
    if (!isEqual(hash, row.leafHash)) return false
    writer.append(leaf, hash)
    this.#remember(ownerId, { tag, seq, hash })
    return true
  }

  chainOf(ownerId: number): Chain | undefined {
    return this.#chains.get(ownerId)
  }

  /** Adds the next leaf of a chain. */
  append(ownerId: number, chain: Chain, commitment: Uint8Array): Chain {
    const seq = chain.seq + 1
    const leaf = encodeLeaf({ type: 'entry', tag: chain.tag, seq, previous: chain.hash, commitment })
    const hash = leafHash(leaf)
    this.#opened().append(leaf, hash)
    const next = { tag: chain.tag, seq, hash }
    this.#remember(ownerId, next)
    return next
  }

  /** Writes the tiles that have changed. Until their tree is signed nobody relies on them. */
  writeTiles(): Promise<void> {
    return this.#store.write(this.#opened().takeTiles())
  }

  #remember(ownerId: number, chain: Chain): void {
    if (this.#chains.size >= chainsMax) this.#chains.clear()
    this.#chains.set(ownerId, chain)
  }

  #opened(): LogWriter {
    if (!this.#writer) throw new Error('The tree has not followed the log yet')
    return this.#writer
  }
}

const isEqual = (left: Uint8Array, right: Uint8Array): boolean => Buffer.compare(left, right) === 0
