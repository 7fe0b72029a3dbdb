import {
  parseEntryBundle,
  printEntryBundle,
  type ReadTiles,
  type TileContent,
  TileWriter,
  tileWidth,
} from '@parley/evidence'

/** The end of a log that grows: from its leaves it makes the tiles that are published, of hashes and of leaves. */
export class LogWriter {
  readonly #tiles: TileWriter
  /** The leaves of the bundle that is being filled. */
  #bundle: Uint8Array[]
  #bundles: TileContent[] = []

  private constructor(tiles: TileWriter, bundle: Uint8Array[]) {
    this.#tiles = tiles
    this.#bundle = bundle
  }

  static empty(): LogWriter {
    return new LogWriter(new TileWriter(), [])
  }

  /** Continues a published log. The caller compares the root with the one that was signed. */
  static async restore(size: number, readTiles: ReadTiles): Promise<LogWriter> {
    const width = size % tileWidth
    const bundle = { level: 'entries', index: (size - width) / tileWidth, width } as const
    const [bytes = new Uint8Array()] = width > 0 ? await readTiles([bundle]) : []
    const leaves = width > 0 ? parseEntryBundle(bytes, width) : []
    return new LogWriter(await TileWriter.restore(size, readTiles), leaves)
  }

  get size(): number {
    return this.#tiles.size
  }

  root(): Uint8Array {
    return this.#tiles.root()
  }

  append(leaf: Uint8Array, hash: Uint8Array): void {
    this.#tiles.append(hash)
    this.#bundle.push(leaf)
    if (this.#bundle.length < tileWidth) return
    this.#bundles.push(this.#contentOfBundle())
    this.#bundle = []
  }

  /** What has changed since the last call: full tiles, and the partial ones at the end. */
  takeTiles(): TileContent[] {
    const tiles = this.#tiles.takeTiles()
    const bundles = this.#bundles
    this.#bundles = []
    if (tiles.length > 0 && this.#bundle.length > 0) bundles.push(this.#contentOfBundle())
    return [...tiles, ...bundles]
  }

  #contentOfBundle(): TileContent {
    const width = this.#bundle.length
    const index = Math.floor((this.size - 1) / tileWidth)
    return { tile: { level: 'entries', index, width }, bytes: printEntryBundle(this.#bundle) }
  }
}
