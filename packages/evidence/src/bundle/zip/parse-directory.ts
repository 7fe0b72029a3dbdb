import { equalBytes } from '../../bytes/bytes.ts'
import { decodeUtf8 } from '../../bytes/utf8.ts'
import { FormatError } from '../../format-error.ts'
import { PathSet } from './path-set.ts'
import { in64, isZipPath, methods, records, zipLimits } from './zip-limits.ts'
import { centralRecord, lengthOf, type ZipEntry } from './zip-records.ts'

/** Where the directory is, and how many files it lists. */
export interface DirectoryPlace {
  readonly start: number
  readonly end: number
  readonly count: number
}

/** Reads the directory of a zip file, and refuses whatever our writer does not write. */
export function parseDirectory(bytes: Uint8Array, { start, count }: DirectoryPlace): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files = new Map<string, ZipEntry>()
  const paths = new PathSet()
  let at = 0
  let end = 0
  let packedTotal = 0
  let total = 0
  while (at < bytes.length) {
    const { file, length } = parseRecord(bytes, view, at)
    if (!paths.add(file.path)) throw new FormatError(`The bundle has two files ${file.path}.`)
    // What lies between two files, programs that read from the beginning to the end would take for another file.
    if (file.offset !== end)
      throw new FormatError(`${file.path} does not begin where the file before it ends. ${keepTheOriginal}`)
    files.set(file.path, file)
    at += length
    end += lengthOf(file)
    packedTotal += file.packedBytes
    total += file.bytes
  }
  if (files.size !== count)
    throw new FormatError('The directory of the zip file has another number of files.')
  if (end !== start)
    throw new FormatError(
      `The files of the zip file do not end where its directory begins. ${keepTheOriginal}`,
    )
  if (total > zipLimits.totalFreeBytes && total > packedTotal * zipLimits.totalExpansionMax)
    throw new FormatError('The bundle expands too much.')
  return files
}

/** A person may have unpacked the bundle and packed it again. */
export const keepTheOriginal =
  'It was not written by Parley: a bundle that was packed again cannot be checked, so use the original file.'

function parseRecord(
  bytes: Uint8Array,
  view: DataView,
  at: number,
): { readonly file: ZipEntry; readonly length: number } {
  const cut = new FormatError('The directory of the zip file is damaged.')
  const fixed = records.central.bytes
  if (at + fixed > bytes.length || view.getUint32(at, true) !== records.central.signature) throw cut
  const uint16 = (offset: number): number => view.getUint16(at + offset, true)
  const uint32 = (offset: number): number => view.getUint32(at + offset, true)
  const pathBytes = uint16(28)
  const extraBytes = uint16(30)
  const length = fixed + pathBytes + extraBytes + uint16(32)
  if (at + length > bytes.length) throw cut
  const path = decodeUtf8(bytes.subarray(at + fixed, at + fixed + pathBytes), 'A path of the bundle')
  if (!isZipPath(path)) throw new FormatError('A file of the bundle has a path that is not allowed.')
  const isFar = uint32(42) === in64.uint32 && extraBytes === 12
  const file: ZipEntry = {
    path,
    method: uint16(10),
    checksum: uint32(16),
    packedBytes: uint32(20),
    bytes: uint32(24),
    // Ours has the offset alone in its zip64 field; any other is refused below.
    offset: isFar ? Number(view.getBigUint64(at + fixed + pathBytes + 4, true)) : uint32(42),
  }
  refuseUnusual(file)
  if (!equalBytes(centralRecord(file), bytes.subarray(at, at + length)))
    throw new FormatError(
      `The directory of the zip file describes ${path} in an unknown way. ${keepTheOriginal}`,
    )
  return { file, length }
}

function refuseUnusual({ path, method, packedBytes, bytes, offset }: ZipEntry): void {
  const isStored = method === methods.stored
  if (!isStored && method !== methods.deflated)
    throw new FormatError(`${path} is compressed in a way that bundles do not use.`)
  if (bytes > zipLimits.fileBytesMax || packedBytes > zipLimits.fileBytesMax)
    throw new FormatError(`${path} is too long.`)
  if (!Number.isSafeInteger(offset)) throw new FormatError('The directory of the zip file is damaged.')
  if (isStored && bytes !== packedBytes) throw new FormatError(`${path} has two sizes.`)
  if (bytes > packedBytes * zipLimits.expansionMax) throw new FormatError(`${path} expands too much.`)
}
