import { startSha256 } from '#sha256'
import { entryPath } from '../bundle/bundle-paths.ts'
import { type BundleEntry, entryLineBytesMax, parseEntryLine } from '../bundle/entry-line.ts'
import type { Zip } from '../bundle/zip/open-zip.ts'
import { concatBytes } from '../bytes/bytes.ts'
import { encodeHex } from '../bytes/hex.ts'
import { decodeUtf8 } from '../bytes/utf8.ts'
import { FormatError } from '../format-error.ts'

const newline = 0x0a

export interface ReadEntry {
  readonly entry: BundleEntry
  readonly file: string
  readonly line: number
}

/** A line that is not an entry. Reading cannot go on after it. */
export class BadLine extends Error {
  override readonly name = 'BadLine'
  readonly file: string
  readonly line: number

  constructor(file: string, line: number, reason: string) {
    super(`Line ${line} of ${file} is not an entry. ${reason}`)
    this.file = file
    this.line = line
  }
}

/** Paths of the files of entries, in their order. */
export function entryPaths(zip: Zip): string[] {
  const paths: string[] = []
  for (;;) {
    const path = entryPath(paths.length + 1)
    if (zip.bytesOf(path) === undefined) return paths
    paths.push(path)
  }
}

/** Reads entries in batches, one for each piece of a file. Calls back with the digest of each file that was read to its end. */
export async function* readEntries(
  zip: Zip,
  onDigest: (path: string, digest: string) => void,
): AsyncGenerator<{ readonly entries: readonly ReadEntry[]; readonly bytes: number }, void> {
  for (const file of entryPaths(zip)) {
    const hash = startSha256()
    let line = 0
    // Joined once: a long line comes in hundreds of pieces.
    let rest: Uint8Array[] = []
    let restBytes = 0
    for await (const piece of zip.stream(file)) {
      hash.update(piece)
      const end = piece.lastIndexOf(newline) + 1
      if (end === 0) {
        rest.push(piece)
        restBytes += piece.length
        if (restBytes > entryLineBytesMax) throw new BadLine(file, line + 1, 'It is too long.')
        continue
      }
      const whole = concatBytes([...rest, piece.subarray(0, end)])
      rest = end < piece.length ? [piece.slice(end)] : []
      restBytes = piece.length - end
      const entries: ReadEntry[] = []
      for (const text of linesOf(whole, file, line)) {
        line += 1
        entries.push({ entry: parseAt(text, file, line), file, line })
      }
      yield { entries, bytes: piece.length }
    }
    if (restBytes > 0) throw new BadLine(file, line + 1, 'It has no end.')
    onDigest(file, encodeHex(hash.digest()))
  }
}

/** Decoded together: one by one would take as long as hashing them. */
function linesOf(bytes: Uint8Array, file: string, line: number): string[] {
  try {
    const lines = decodeUtf8(bytes, 'The line').split('\n')
    lines.pop()
    return lines
  } catch (error) {
    throw error instanceof FormatError ? new BadLine(file, line + 1, 'From here on it is not UTF-8.') : error
  }
}

function parseAt(text: string, file: string, line: number): BundleEntry {
  try {
    return parseEntryLine(text)
  } catch (error) {
    throw error instanceof FormatError ? new BadLine(file, line, error.message) : error
  }
}
