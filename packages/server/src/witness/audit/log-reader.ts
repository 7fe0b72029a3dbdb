import {
  type Checkpoint,
  nodesFromTiles,
  parseCheckpoint,
  parseEntryBundle,
  printTilePath,
  type ReadNodes,
  type Tile,
  tileWidth,
} from '@parley/evidence'
import { ResponseTooLongError, readBounded } from '../../platform/files/read-bounded.ts'

/** The log does not serve what its checkpoint needs, or serves something else. It may be a passing fault. */
export class UnreadableLogError extends Error {
  override readonly name = 'UnreadableLogError'
}

const checkpointBytesMax = 65_536
/** Entries of a Parley log have 89 bytes. Longer ones are read too, so that they can be shown. */
const bundleBytesMax = tileWidth * 1_024
const tileBytes = tileWidth * 32
const timeoutMs = 30_000

/** Reads the published files of a log (c2sp.org/tlog-tiles). Nothing that it returns may be believed before it is verified. */
export class LogReader {
  readonly #url: string
  readonly #stopping: AbortSignal

  constructor(url: string, stopping: AbortSignal) {
    this.#url = url.replace(/\/$/, '')
    this.#stopping = stopping
  }

  async checkpoint(): Promise<Checkpoint> {
    const bytes = await this.#get('checkpoint', checkpointBytesMax)
    if (!bytes) throw new UnreadableLogError('The log has no checkpoint.')
    return readable(() => parseCheckpoint(bytes))
  }

  /** Entries of one bundle in a log of this size. */
  async entries(index: number, size: number): Promise<Uint8Array[]> {
    const width = Math.min(tileWidth, size - index * tileWidth)
    const { bytes, isFull } = await this.#tile({ level: 'entries', index, width }, bundleBytesMax)
    return readable(() => parseEntryBundle(bytes, isFull ? tileWidth : width).slice(0, width))
  }

  /** Nodes of the tree of this size. */
  nodes(size: number): ReadNodes {
    return nodesFromTiles(size, tiles =>
      Promise.all(tiles.map(async tile => (await this.#tile(tile, tileBytes)).bytes)),
    )
  }

  /** A log may delete a partial tile once the full one is there. */
  async #tile(tile: Tile, bytesMax: number): Promise<{ bytes: Uint8Array; isFull: boolean }> {
    const partial = await this.#get(printTilePath(tile), bytesMax)
    if (partial) return { bytes: partial, isFull: tile.width === tileWidth }
    const full =
      tile.width < tileWidth
        ? await this.#get(printTilePath({ ...tile, width: tileWidth }), bytesMax)
        : undefined
    if (full) return { bytes: full, isFull: true }
    throw new UnreadableLogError(`The log does not serve ${printTilePath(tile)}.`)
  }

  async #get(path: string, bytesMax: number): Promise<Uint8Array | undefined> {
    const signal = AbortSignal.any([this.#stopping, AbortSignal.timeout(timeoutMs)])
    try {
      const response = await fetch(`${this.#url}/${path}`, { signal, redirect: 'error' })
      if (response.status === 404) {
        await response.body?.cancel()
        return undefined
      }
      if (response.status !== 200) throw new UnreadableLogError(`${path} has status ${response.status}.`)
      return await readBounded(response, bytesMax)
    } catch (error) {
      if (error instanceof UnreadableLogError) throw error
      if (error instanceof ResponseTooLongError)
        throw new UnreadableLogError(`${path} has more than ${bytesMax} bytes.`)
      throw new UnreadableLogError(`${path} cannot be fetched.`, { cause: error })
    }
  }
}

function readable<Value>(parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    throw new UnreadableLogError('The log serves a malformed file.', { cause: error })
  }
}
