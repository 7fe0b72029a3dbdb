import { inflate } from '#inflate'
import { equalBytes } from '../../bytes/bytes.ts'
import { FormatError } from '../../format-error.ts'
import { crc32 } from './crc32.ts'
import { type DirectoryPlace, keepTheOriginal, parseDirectory } from './parse-directory.ts'
import { in64, methods, records, zipLimits } from './zip-limits.ts'
import { descriptor, endRecords, localHeader, type ZipEntry } from './zip-records.ts'

/** Bytes of a file that need not fit into memory. */
export interface ByteSource {
  readonly size: number
  /** Returns exactly the bytes from start up to end. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>
}

/** Both of Node and of browsers. */
export const sourceOfBlob = (blob: {
  readonly size: number
  readonly slice: (start: number, end: number) => { readonly arrayBuffer: () => Promise<ArrayBuffer> }
}): ByteSource => ({
  size: blob.size,
  read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
})

const pieceBytes = 262_144

/** The files of a zip file by its directory, which is checked before anything else is read. */
export class Zip {
  readonly #source: ByteSource
  readonly #files: ReadonlyMap<string, ZipEntry>

  private constructor(source: ByteSource, files: ReadonlyMap<string, ZipEntry>) {
    this.#source = source
    this.#files = files
  }

  static async open(source: ByteSource): Promise<Zip> {
    const place = await findDirectory(source)
    return new Zip(source, parseDirectory(await source.read(place.start, place.end), place))
  }

  get paths(): Iterable<string> {
    return this.#files.keys()
  }

  bytesOf(path: string): number | undefined {
    return this.#files.get(path)?.bytes
  }

  /** The content of a small file, or undefined if there is none of this path. */
  async read(path: string, bytesMax: number): Promise<Uint8Array | undefined> {
    const file = this.#files.get(path)
    if (!file) return undefined
    if (file.bytes > bytesMax) throw new FormatError(`${path} is longer than ${bytesMax} bytes.`)
    const whole = new Uint8Array(file.bytes)
    let offset = 0
    for await (const piece of this.stream(path)) {
      whole.set(piece, offset)
      offset += piece.length
    }
    // Nothing else protects the manifest from damage. Files of entries are not read here: their digests are in the manifest.
    if (crc32(whole) !== file.checksum) throw new FormatError(`${path} is damaged: its checksum is wrong.`)
    return whole
  }

  /** The content in pieces. Never more than the directory says, and not less. */
  async *stream(path: string): AsyncGenerator<Uint8Array, void> {
    const file = this.#files.get(path)
    if (!file) throw new FormatError(`The bundle has no file ${path}.`)
    const pieces = this.#packed(file)
    const damaged = (): Error => new FormatError(`${path} is damaged: it cannot be decompressed.`)
    let bytes = 0
    for await (const piece of file.method === methods.stored ? pieces : inflate(pieces, damaged)) {
      bytes += piece.length
      if (bytes > file.bytes)
        throw new FormatError(`${path} is longer than the directory of the bundle says.`)
      yield piece
    }
    if (bytes !== file.bytes)
      throw new FormatError(`${path} is shorter than the directory of the bundle says.`)
  }

  async *#packed(file: ZipEntry): AsyncGenerator<Uint8Array, void> {
    const { offset, packedBytes } = file
    const header = localHeader(file)
    const behind = descriptor(file)
    const end = offset + header.length + packedBytes
    // Most files are small: header, content and descriptor are one read.
    const first = await this.#source.read(offset, Math.min(end + behind.length, offset + pieceBytes))
    refuseOther(header, first.subarray(0, header.length), file)
    let start = offset + header.length
    const rest = first.subarray(header.length, end - offset)
    if (rest.length > 0) yield rest
    for (start += rest.length; start < end; start += pieceBytes)
      yield await this.#source.read(start, Math.min(end, start + pieceBytes))
    refuseOther(behind, await this.#source.read(end, end + behind.length), file)
  }
}

/** The directory counts. A program that reads the headers must see the same files. */
function refuseOther(expected: Uint8Array, found: Uint8Array, { path }: ZipEntry): void {
  if (!equalBytes(expected, found))
    throw new FormatError(
      `The header of ${path} differs from the directory of the bundle. ${keepTheOriginal}`,
    )
}

/** A comment at the end would leave open where the directory is, so there is none. */
async function findDirectory(source: ByteSource): Promise<DirectoryPlace> {
  const { end, end64, locator64 } = records
  const noZip = new FormatError('This is not a zip file, or its end is missing.')
  if (source.size < end.bytes) throw noZip
  const tailBytes = Math.min(source.size, end.bytes + locator64.bytes + end64.bytes)
  const tail = await source.read(source.size - tailBytes, source.size)
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength)
  const at = tail.length - end.bytes
  if (view.getUint32(at, true) !== end.signature || view.getUint16(at + 20, true) !== 0) throw noZip
  const place = readPlace(view, at)
  const { start, end: directoryEnd, count } = place
  if (!Number.isSafeInteger(directoryEnd) || start > directoryEnd) throw noZip
  // Before the directory is read: it must fit into memory.
  if (count > zipLimits.filesMax || directoryEnd - start > zipLimits.directoryBytesMax)
    throw new FormatError(`A bundle has at most ${zipLimits.filesMax} files.`)
  const expected = endRecords(count, start, directoryEnd - start)
  if (directoryEnd + expected.length !== source.size)
    throw new FormatError('The directory of the zip file is not where its end says.')
  if (!equalBytes(expected, tail.subarray(tail.length - expected.length)))
    throw new FormatError(`The zip file ends in an unknown way. ${keepTheOriginal}`)
  return place
}

function readPlace(view: DataView, at: number): DirectoryPlace {
  const count = view.getUint16(at + 10, true)
  const bytes = view.getUint32(at + 12, true)
  const start = view.getUint32(at + 16, true)
  const at64 = at - records.locator64.bytes - records.end64.bytes
  const isLarge = count === in64.uint16 && start === in64.uint32 && bytes === in64.uint32
  if (!isLarge || at64 < 0) return { start, end: start + bytes, count }
  const read = (offset: number): number => Number(view.getBigUint64(at64 + offset, true))
  return { start: read(48), end: read(48) + read(40), count: read(32) }
}
