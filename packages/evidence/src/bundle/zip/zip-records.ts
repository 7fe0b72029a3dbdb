import { concatBytes } from '../../bytes/bytes.ts'
import { encodeUtf8 } from '../../bytes/utf8.ts'
import { flags, in64, methods, records } from './zip-limits.ts'

/** What the records of a zip file say of a file. Everything else in them is always the same. */
export interface ZipEntry {
  readonly path: string
  readonly method: number
  readonly checksum: number
  readonly packedBytes: number
  readonly bytes: number
  readonly offset: number
}

// Each record has one form. The reader prints what it has read and compares the bytes: an extra field, a comment or another flag can give a file a second
// name or a second content, which programs that know it show and others do not.

/** Midnight of 1 January 1980, the earliest date: the same content is the same zip file. */
const date = 0x0021
const versions = { plain: 20, zip64: 45 } as const

/** Sizes of what is compressed are known only behind it. */
const hasDescriptor = (method: number): boolean => method === methods.deflated

export function localHeader({ path, method, ...file }: Omit<ZipEntry, 'offset'>): Uint8Array {
  const { checksum, packedBytes, bytes } = hasDescriptor(method)
    ? { checksum: 0, packedBytes: 0, bytes: 0 }
    : file
  const name = encodeUtf8(path)
  const kind = [2, versions.plain, 2, flagsOf(method), 2, method]
  const sizes = [2, 0, 2, date, 4, checksum, 4, packedBytes, 4, bytes, 2, name.length, 2, 0]
  return concatBytes([record(records.local, [...kind, ...sizes]), name])
}

/** Stands behind the content of a compressed file. */
export function descriptor({ method, checksum, packedBytes, bytes }: Omit<ZipEntry, 'offset'>): Uint8Array {
  return hasDescriptor(method)
    ? record(records.descriptor, [4, checksum, 4, packedBytes, 4, bytes])
    : new Uint8Array()
}

/** Of header, content and descriptor. */
export const lengthOf = ({ path, method, packedBytes }: ZipEntry): number =>
  records.local.bytes + path.length + packedBytes + (hasDescriptor(method) ? records.descriptor.bytes : 0)

export function centralRecord(file: ZipEntry): Uint8Array {
  const { method, checksum, packedBytes, bytes, offset } = file
  const path = encodeUtf8(file.path)
  const isFar = offset >= in64.uint32
  const extra = isFar ? numbers([2, 1, 2, 8, 8, offset]) : new Uint8Array()
  const version = isFar ? versions.zip64 : versions.plain
  const kind = [2, version, 2, version, 2, flagsOf(method), 2, method]
  const sizes = [2, 0, 2, date, 4, checksum, 4, packedBytes, 4, bytes, 2, path.length, 2, extra.length]
  const place = [2, 0, 2, 0, 2, 0, 4, 0, 4, isFar ? in64.uint32 : offset]
  return concatBytes([record(records.central, [...kind, ...sizes, ...place]), path, extra])
}

/** Of a directory. The records of zip64 are there only if its numbers need them. */
export function endRecords(count: number, start: number, bytes: number): Uint8Array {
  const isLarge = count >= in64.uint16 || start >= in64.uint32 || bytes >= in64.uint32
  const [count16, bytes32, start32] = isLarge
    ? [in64.uint16, in64.uint32, in64.uint32]
    : [count, bytes, start]
  const end = record(records.end, [2, 0, 2, 0, 2, count16, 2, count16, 4, bytes32, 4, start32, 2, 0])
  if (!isLarge) return end
  const kind = [8, records.end64.bytes - 12, 2, versions.zip64, 2, versions.zip64, 4, 0, 4, 0]
  const end64 = record(records.end64, [...kind, 8, count, 8, count, 8, bytes, 8, start])
  return concatBytes([end64, record(records.locator64, [4, 0, 8, start + bytes, 4, 1]), end])
}

const flagsOf = (method: number): number => flags.utf8 | (hasDescriptor(method) ? flags.descriptor : 0)

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
