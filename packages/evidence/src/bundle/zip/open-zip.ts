import { inflate } from '#inflate'
import { FormatError } from '../../format-error.ts'
import { crc32 } from './crc32.ts'
import { type DirectoryPlace, parseDirectory, type ZipFile } from './parse-directory.ts'
import { flags, in64, methods, records } from './zip-limits.ts'

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
  readonly #files: ReadonlyMap<string, ZipFile>

  private constructor(source: ByteSource, files: ReadonlyMap<string, ZipFile>) {
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

  async *#packed(file: ZipFile): AsyncGenerator<Uint8Array, void> {
    const { path, offset, packedBytes } = file
    // Most files are small: header and content are one read.
    const first = await this.#source.read(offset, Math.min(file.end, offset + pieceBytes))
    let start = offset + checkLocalHeader(first, file)
    const end = start + packedBytes
    if (end > file.end) throw new FormatError(`${path} overlaps another file of the bundle.`)
    const rest = first.subarray(start - offset, end - offset)
    if (rest.length > 0) yield rest
    for (start += rest.length; start < end; start += pieceBytes)
      yield await this.#source.read(start, Math.min(end, start + pieceBytes))
  }
}

/** Returns the length of the header. The directory counts; a header that says something else is refused. */
function checkLocalHeader(bytes: Uint8Array, file: ZipFile): number {
  const lies = new FormatError(`The header of ${file.path} differs from the directory of the bundle.`)
  const fixed = records.local.bytes
  if (bytes.length < fixed) throw lies
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pathBytes = view.getUint16(26, true)
  if (view.getUint32(0, true) !== records.local.signature || pathBytes !== file.path.length) throw lies
  if (view.getUint16(6, true) !== file.flags || view.getUint16(8, true) !== file.method) throw lies
  for (let index = 0; index < pathBytes; index += 1)
    if (bytes[fixed + index] !== file.path.charCodeAt(index)) throw lies
  const hasSizes = (file.flags & flags.descriptor) === 0
  if (hasSizes && (view.getUint32(18, true) !== file.packedBytes || view.getUint32(22, true) !== file.bytes))
    throw lies
  const length = fixed + pathBytes + view.getUint16(28, true)
  if (length > bytes.length) throw lies
  return length
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
  if (view.getUint32(at + 4, true) !== 0) throw new FormatError('The zip file has several parts.')
  const count = view.getUint16(at + 10, true)
  const bytes = view.getUint32(at + 12, true)
  const start = view.getUint32(at + 16, true)
  if (count !== in64.uint16 && start !== in64.uint32 && bytes !== in64.uint32)
    return checkPlace({ start, end: start + bytes, count }, source.size - end.bytes)
  const at64 = at - locator64.bytes - end64.bytes
  if (at64 < 0 || view.getUint32(at64, true) !== end64.signature) throw noZip
  if (view.getUint32(at - locator64.bytes, true) !== locator64.signature) throw noZip
  const read = (offset: number): number => Number(view.getBigUint64(at64 + offset, true))
  return checkPlace({ start: read(48), end: read(48) + read(40), count: read(32) }, source.size - tailBytes)
}

function checkPlace(place: DirectoryPlace, end: number): DirectoryPlace {
  if (place.end !== end || place.start < 0 || place.start > end)
    throw new FormatError('The directory of the zip file is not where its end says.')
  return place
}
