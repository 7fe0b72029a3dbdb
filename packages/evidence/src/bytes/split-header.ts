import { FormatError } from '../format-error.ts'
import { decodeUtf8 } from './utf8.ts'

const newline = 0x0a

/**
 * Splits the lines before the first empty line from the rest, which is left as bytes. The header is measured before it is
 * decoded.
 */
export function splitHeader(
  bytes: Uint8Array,
  what: string,
  headerBytesMax: number,
): { readonly lines: readonly string[]; readonly rest: Uint8Array } {
  let end = bytes.indexOf(newline)
  while (end >= 0 && end <= headerBytesMax && bytes[end + 1] !== newline)
    end = bytes.indexOf(newline, end + 1)
  if (end < 0) throw new FormatError(`${what} has no empty line before its checkpoint.`)
  if (end > headerBytesMax) throw new FormatError(`${what} has too many lines before its checkpoint.`)
  return { lines: decodeUtf8(bytes.subarray(0, end), what).split('\n'), rest: bytes.subarray(end + 2) }
}
