import { decodeBase64, encodeBase64 } from '../bytes/base64.ts'
import { concatBytes } from '../bytes/bytes.ts'
import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.ts'
import { FormatError } from '../format-error.ts'
import { isKeyName, readKeyId } from './verifier-key.ts'

/** A signature line, of a known key or not. */
export interface NoteSignature {
  readonly name: string
  readonly keyId: number
  /** Without the key id. Begins with the time if the type has one. */
  readonly bytes: Uint8Array
}

/** A text and its signatures (c2sp.org/signed-note). Nothing in it may be believed before verifyNote. */
export interface Note {
  /** Ends with a newline, which is signed too. */
  readonly text: string
  /** Includes those of unknown keys: printing a note loses nothing. */
  readonly signatures: readonly NoteSignature[]
}

/** 1 MiB. A hundred ML-DSA-44 signatures take a third of it. */
export const noteBytesMax = 1_048_576
/** As in golang.org/x/mod. The specification demands at least 16. */
const noteSignaturesMax = 100

const linePrefix = '— '
const keyIdBytes = 4

export function parseNote(bytes: Uint8Array): Note {
  if (bytes.length > noteBytesMax) throw new FormatError(`The note is longer than ${noteBytesMax} bytes.`)
  if (bytes.some(byte => byte < 0x20 && byte !== 0x0a))
    throw new FormatError('The note contains control characters.')
  const whole = decodeUtf8(bytes, 'The note')
  const split = whole.lastIndexOf('\n\n')
  if (split < 0) throw new FormatError('The note has no empty line before its signatures.')
  return { text: whole.slice(0, split + 1), signatures: parseLines(whole.slice(split + 2)) }
}

/** Reads signature lines alone, as a witness returns them. */
export function parseSignatureLines(bytes: Uint8Array): NoteSignature[] {
  if (bytes.length > noteBytesMax)
    throw new FormatError(`The signature lines are longer than ${noteBytesMax} bytes.`)
  return parseLines(decodeUtf8(bytes, 'The signature lines'))
}

function parseLines(text: string): NoteSignature[] {
  const lines = text.split('\n', noteSignaturesMax + 2)
  if (lines.length > noteSignaturesMax + 1)
    throw new FormatError(`A note has at most ${noteSignaturesMax} signatures.`)
  if (lines.pop() !== '' || lines.length === 0)
    throw new FormatError('A note ends with one or more signature lines.')
  return lines.map(parseLine)
}

function parseLine(line: string): NoteSignature {
  const space = line.indexOf(' ', linePrefix.length)
  const name = line.slice(linePrefix.length, space)
  if (!line.startsWith(linePrefix) || space < 0 || !isKeyName(name))
    throw new FormatError('A signature line has the form — name signature.')
  const bytes = decodeBase64(line.slice(space + 1), 'A signature')
  if (bytes.length <= keyIdBytes) throw new FormatError('A signature is too short.')
  return { name, keyId: readKeyId(bytes), bytes: bytes.subarray(keyIdBytes) }
}

export function printNote({ text, signatures }: Note): Uint8Array {
  if (!text.endsWith('\n')) throw new RangeError('The text of a note ends with a newline')
  return concatBytes([encodeUtf8(`${text}\n`), printSignatureLines(signatures)])
}

export function printSignatureLines(signatures: readonly NoteSignature[]): Uint8Array {
  const lines = signatures.map(({ name, keyId, bytes }) => {
    const id = Uint8Array.of(keyId >>> 24, keyId >>> 16, keyId >>> 8, keyId)
    return `${linePrefix}${name} ${encodeBase64(concatBytes([id, bytes]))}\n`
  })
  return encodeUtf8(lines.join(''))
}
