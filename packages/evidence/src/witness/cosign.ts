import { parseDecimal } from '../bytes/decimal.ts'
import { decodeUtf8 } from '../bytes/utf8.ts'
import type { Checkpoint } from '../checkpoint/checkpoint.ts'
import { FormatError } from '../format-error.ts'
import type { NoteSignature } from '../note/note.ts'
import { signText } from '../note/sign-text.ts'
import { signatureTypes } from '../note/signature-types.ts'
import type { Signer } from '../note/signer.ts'

/** Cosignatures of a checkpoint. A witness must state the time. */
export function cosign(
  { note }: Checkpoint,
  signers: readonly Signer[],
  timeSeconds: number,
): NoteSignature[] {
  if (timeSeconds <= 0) throw new RangeError('A cosignature of a witness states its time')
  if (signers.some(({ key }) => !signatureTypes[key.type].timed))
    throw new RangeError('A witness signs with keys for cosignatures')
  return signers.map(signer => signText(note.text, signer, timeSeconds))
}

/** Media type of the response with status 409. */
export const sizeMediaType = 'text/x.tlog.size'

export const printSizeResponse = (size: number): string => `${size}\n`

/** The size in a response with status 409. */
export function parseSizeResponse(body: Uint8Array): number {
  const text = body.length <= 17 ? decodeUtf8(body, 'The size') : ''
  if (!text.endsWith('\n')) throw new FormatError('The response is not a tree size.')
  return parseDecimal(text.slice(0, -1), 'The size')
}
