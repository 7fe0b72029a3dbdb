import { concatBytes } from '../../bytes/bytes.ts'
import { crc32 } from './crc32.ts'
import { PathSet } from './path-set.ts'
import { through } from './through.ts'
import { isZipPath, methods, zipLimits } from './zip-limits.ts'
import { centralRecord, descriptor, endRecords, localHeader, type ZipEntry } from './zip-records.ts'

/** Bytes that are there are stored as they are. Those that come in pieces are compressed. */
export interface ZipContent {
  readonly path: string
  readonly content: Uint8Array | AsyncIterable<Uint8Array>
}

/** Writes a zip file piece by piece. Offsets and counts may need zip64; a file has less than 4 GiB. */
export async function* writeZip(files: AsyncIterable<ZipContent>): AsyncGenerator<Uint8Array, void> {
  const written: ZipEntry[] = []
  const paths = new PathSet()
  let offset = 0
  for await (const { path, content } of files) {
    if (!isZipPath(path) || !paths.add(path))
      throw new RangeError(`A file of the bundle cannot be called ${path}`)
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
): AsyncGenerator<Uint8Array, ZipEntry> {
  const sizes = { checksum: crc32(bytes), packedBytes: bytes.length, bytes: bytes.length }
  const file: ZipEntry = { path, method: methods.stored, ...sizes, offset }
  yield concatBytes([localHeader(file), bytes])
  return file
}

async function* deflated(
  path: string,
  content: AsyncIterable<Uint8Array>,
  offset: number,
): AsyncGenerator<Uint8Array, ZipEntry> {
  const blank: ZipEntry = {
    path,
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
  const file = { ...blank, checksum, packedBytes, bytes }
  yield descriptor(file)
  return file
}
