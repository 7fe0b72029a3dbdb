import { decodeUtf8 } from '../../bytes/utf8.ts'
import { FormatError } from '../../format-error.ts'
import { flags, in64, isZipPath, methods, records, zipLimits } from './zip-limits.ts'

/** Where the directory is, and how many files it lists. */
export interface DirectoryPlace {
  readonly start: number
  readonly end: number
  readonly count: number
}

export interface ZipFile {
  readonly path: string
  readonly flags: number
  readonly method: number
  readonly checksum: number
  readonly packedBytes: number
  readonly bytes: number
  readonly offset: number
  /** Where the next file or the directory begins. */
  readonly end: number
}

/** Reads the directory of a zip file, and refuses what a bundle never has. */
export function parseDirectory(bytes: Uint8Array, { start, count }: DirectoryPlace): Map<string, ZipFile> {
  const { filesMax, directoryBytesMax } = zipLimits
  if (count > filesMax || bytes.length > directoryBytesMax)
    throw new FormatError(`A bundle has at most ${filesMax} files.`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files: ZipFile[] = []
  const folded = new Set<string>()
  let at = 0
  while (at < bytes.length) {
    const { file, length } = parseRecord(bytes, view, at)
    // Some file systems do not tell upper from lower case: one of two files would hide the other.
    const name = file.path.toLowerCase()
    if (folded.has(name)) throw new FormatError(`The bundle has two files ${file.path}.`)
    folded.add(name)
    files.push(file)
    at += length
  }
  if (files.length !== count)
    throw new FormatError('The directory of the zip file has another number of files.')
  return new Map(withEnds(files, start).map(file => [file.path, file]))
}

function parseRecord(
  bytes: Uint8Array,
  view: DataView,
  at: number,
): { readonly file: ZipFile; readonly length: number } {
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
  const offset = uint32(42) === in64.uint32 ? farOffset(view, at + fixed + pathBytes, extraBytes) : uint32(42)
  const file: ZipFile = {
    path,
    flags: uint16(8),
    method: uint16(10),
    checksum: uint32(16),
    packedBytes: uint32(20),
    bytes: uint32(24),
    offset,
    end: offset,
  }
  refuseUnusual(file)
  return { file, length }
}

/** The zip64 field, which we write with the offset alone. */
function farOffset(view: DataView, at: number, extraBytes: number): number {
  const isField = extraBytes === 12 && view.getUint16(at, true) === 1 && view.getUint16(at + 2, true) === 8
  if (!isField) throw new FormatError('The directory of the zip file is damaged.')
  return Number(view.getBigUint64(at + 4, true))
}

function refuseUnusual({ path, flags: bits, method, packedBytes, bytes }: ZipFile): void {
  const isStored = method === methods.stored
  if (!isStored && method !== methods.deflated)
    throw new FormatError(`${path} is compressed in a way that bundles do not use.`)
  if ((bits & ~(flags.utf8 | flags.descriptor)) !== 0)
    throw new FormatError(`${path} is encrypted or patched.`)
  if (bytes > zipLimits.fileBytesMax || packedBytes > zipLimits.fileBytesMax)
    throw new FormatError(`${path} is too long.`)
  if (isStored && bytes !== packedBytes) throw new FormatError(`${path} has two sizes.`)
  if (bytes > zipLimits.expansionFreeBytes && bytes > packedBytes * zipLimits.expansionMax)
    throw new FormatError(`${path} expands too much.`)
}

/** Each file ends before the next one begins, so that none is read twice under two names. */
function withEnds(files: readonly ZipFile[], directoryStart: number): ZipFile[] {
  const inOrder = files.toSorted((one, other) => one.offset - other.offset)
  return inOrder.map((file, index) => {
    const end = inOrder[index + 1]?.offset ?? directoryStart
    if (file.offset + records.local.bytes + file.path.length + file.packedBytes > end)
      throw new FormatError(`${file.path} overlaps another file of the bundle.`)
    return { ...file, end }
  })
}
