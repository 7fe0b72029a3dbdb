import { concatBytes } from '../../bytes/bytes.ts'
import { encodeUtf8 } from '../../bytes/utf8.ts'
import { crc32 } from './crc32.ts'
import type { ZipFile } from './parse-directory.ts'
import { through } from './through.ts'
import { flags, in64, isZipPath, methods, records, zipLimits } from './zip-limits.ts'

/** Bytes that are there are stored as they are. Those that come in pieces are compressed. */
export interface ZipContent {
  readonly path: string
  readonly content: Uint8Array | AsyncIterable<Uint8Array>
}

type WrittenFile = Omit<ZipFile, 'path' | 'end'> & { readonly path: Uint8Array }

/** Midnight of 1 January 1980, the earliest date: the same content is the same zip file. */
const date = 0x0021

/** Writes a zip file piece by piece. Offsets and counts may need zip64; a file has less than 4 GiB. */
export async function* writeZip(files: AsyncIterable<ZipContent>): AsyncGenerator<Uint8Array, void> {
  const written: WrittenFile[] = []
  const paths = new Set<string>()
  let offset = 0
  for await (const { path, content } of files) {
    if (!isZipPath(path) || paths.has(path))
      throw new RangeError(`A file of the bundle cannot be called ${path}`)
    paths.add(path)
    const parts =
      content instanceof Uint8Array ? stored(path, content, offset) : deflated(path, content, offset)
    for (;;) {
      const { done, value } = await parts.next()
      if (done) {
        written.push(value)
        break
      }
      offset += value.length
      yield value
    }
  }
  const start = offset
  for (const file of written) {
    const record = centralRecord(file)
    offset += record.length
    yield record
  }
  yield endRecords(written.length, start, offset - start)
}

async function* stored(
  path: string,
  bytes: Uint8Array,
  offset: number,
): AsyncGenerator<Uint8Array, WrittenFile> {
  const file: WrittenFile = {
    path: encodeUtf8(path),
    flags: flags.utf8,
    method: methods.stored,
    checksum: crc32(bytes),
    packedBytes: bytes.length,
    bytes: bytes.length,
    offset,
  }
  yield concatBytes([localHeader(file), bytes])
  return file
}

async function* deflated(
  path: string,
  content: AsyncIterable<Uint8Array>,
  offset: number,
): AsyncGenerator<Uint8Array, WrittenFile> {
  const blank: WrittenFile = {
    path: encodeUtf8(path),
    flags: flags.utf8 | flags.descriptor,
    method: methods.deflated,
    checksum: 0,
    packedBytes: 0,
    bytes: 0,
    offset,
  }
  yield localHeader(blank)
  let checksum = 0
  let bytes = 0
  async function* measured(): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of content) {
      checksum = crc32(chunk, checksum)
      bytes += chunk.length
      if (bytes > zipLimits.fileBytesMax) throw new RangeError(`${path} has more than 4 GiB`)
      yield chunk
    }
  }
  let packedBytes = 0
  const packed = through(
    measured(),
    new CompressionStream('deflate-raw'),
    () => new Error(`${path} cannot be compressed`),
  )
  for await (const chunk of packed) {
    packedBytes += chunk.length
    yield chunk
  }
  yield record(records.descriptor, [4, checksum, 4, packedBytes, 4, bytes])
  return { ...blank, checksum, packedBytes, bytes }
}

function localHeader({ path, flags: bits, method, checksum, packedBytes, bytes }: WrittenFile): Uint8Array {
  const fields = [
    2,
    20,
    2,
    bits,
    2,
    method,
    2,
    0,
    2,
    date,
    4,
    checksum,
    4,
    packedBytes,
    4,
    bytes,
    2,
    path.length,
    2,
    0,
  ]
  return concatBytes([record(records.local, fields), path])
}

function centralRecord(file: WrittenFile): Uint8Array {
  const { path, flags: bits, method, checksum, packedBytes, bytes, offset } = file
  const isFar = offset >= in64.uint32
  const extra = isFar ? numbers([2, 1, 2, 8, 8, offset]) : new Uint8Array()
  const version = isFar ? 45 : 20
  const sizes = [2, date, 4, checksum, 4, packedBytes, 4, bytes, 2, path.length, 2, extra.length]
  const place = [2, 0, 2, 0, 2, 0, 4, 0, 4, isFar ? in64.uint32 : offset]
  const fields = [2, version, 2, version, 2, bits, 2, method, 2, 0, ...sizes, ...place]
  return concatBytes([record(records.central, fields), path, extra])
}

function endRecords(count: number, start: number, bytes: number): Uint8Array {
  const isLarge = count >= in64.uint16 || start >= in64.uint32 || bytes >= in64.uint32
  const [count16, bytes32, start32] = isLarge
    ? [in64.uint16, in64.uint32, in64.uint32]
    : [count, bytes, start]
  const end = record(records.end, [2, 0, 2, 0, 2, count16, 2, count16, 4, bytes32, 4, start32, 2, 0])
  if (!isLarge) return end
  const end64 = record(records.end64, [
    8,
    44,
    2,
    45,
    2,
    45,
    4,
    0,
    4,
    0,
    8,
    count,
    8,
    count,
    8,
    bytes,
    8,
    start,
  ])
  return concatBytes([end64, record(records.locator64, [4, 0, 8, start + bytes, 4, 1]), end])
}

const record = ({ signature }: { readonly signature: number }, fields: readonly number[]): Uint8Array =>
  numbers([4, signature, ...fields])

/** Little-endian numbers, each after its width in bytes. */
function numbers(fields: readonly number[]): Uint8Array {
  const bytes: number[] = []
  for (let index = 0; index < fields.length; index += 2) {
    let rest = fields[index + 1] ?? 0
    for (let width = fields[index] ?? 0; width > 0; width -= 1) {
      bytes.push(rest % 256)
      rest = Math.floor(rest / 256)
    }
  }
  return Uint8Array.from(bytes)
}
