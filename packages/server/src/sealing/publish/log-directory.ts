import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  leafBytes,
  printTilePath,
  type ReadTiles,
  type Tile,
  type TileContent,
  tileWidth,
} from '@parley/evidence'
import { writeDurably } from '../../platform/files/write-durably.ts'
import { readIfThere } from './read-if-there.ts'

const hashBytes = 32
/** Every leaf has the same length, and two bytes before it that say so. */
const bundledBytes = 2 + leafBytes
const writtenAtOnce = 16

/** The published log as files, in the layout of c2sp.org/tlog-tiles. Any web server can serve it. */
export class LogDirectory {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  readonly readTiles: ReadTiles = tiles =>
    Promise.all(
      tiles.map(async tile => {
        // A partial tile goes when its full tile is there.
        const bytes = (await this.readTile(tile)) ?? (await this.readTile({ ...tile, width: tileWidth }))
        if (!bytes) throw new TileMissing(printTilePath(tile))
        return bytes.subarray(0, tile.width * (tile.level === 'entries' ? bundledBytes : hashBytes))
      }),
    )

  readTile(tile: Tile): Promise<Buffer | undefined> {
    return readIfThere(join(this.#path, printTilePath(tile)))
  }

  readCheckpoint(): Promise<Buffer | undefined> {
    return readIfThere(join(this.#path, 'checkpoint'))
  }

  /** The last checkpoint that a quorum of witnesses has cosigned. */
  readWitnessed(): Promise<Buffer | undefined> {
    return readIfThere(join(this.#path, 'witnessed'))
  }

  readPolicy(): Promise<Buffer | undefined> {
    return readIfThere(join(this.#path, 'policy.txt'))
  }

  /** Full tiles are on disk when this resolves: nothing reads them again at a start. Partial ones are, and are made again if they are gone. */
  async writeTiles(contents: readonly TileContent[]): Promise<void> {
    for (let start = 0; start < contents.length; start += writtenAtOnce) {
      await Promise.all(contents.slice(start, start + writtenAtOnce).map(content => this.#writeTile(content)))
    }
  }

  async #writeTile({ tile, bytes }: TileContent): Promise<void> {
    const path = join(this.#path, printTilePath(tile))
    await mkdir(dirname(path), { recursive: true })
    if (tile.width < tileWidth) return writeFile(path, bytes)
    await writeDurably(path, bytes)
    await rm(`${path}.p`, { recursive: true, force: true })
  }

  writeCheckpoint(note: Uint8Array): Promise<void> {
    return this.#replace('checkpoint', note)
  }

  writeWitnessed(note: Uint8Array): Promise<void> {
    return this.#replace('witnessed', note)
  }

  /** The checkpoint that was stamped is beside its token: the one at `checkpoint` goes on. */
  async writeTimestamp(size: number, note: Uint8Array, token: Uint8Array): Promise<void> {
    await mkdir(join(this.#path, 'timestamps'), { recursive: true })
    await this.#replace(`timestamps/${size}.note`, note)
    await this.#replace(`timestamps/${size}.tsr`, token)
  }

  readTimestamp(name: string): Promise<Buffer | undefined> {
    return readIfThere(join(this.#path, 'timestamps', name))
  }

  writePolicy(policy: string): Promise<void> {
    return this.#replace('policy.txt', policy)
  }

  async #replace(name: string, content: Uint8Array | string): Promise<void> {
    await mkdir(this.#path, { recursive: true })
    await writeDurably(join(this.#path, name), content)
  }
}

export class TileMissing extends Error {
  constructor(path: string) {
    super(`The published log has no ${path}`)
  }
}
