import { concatBytes } from '../bytes/bytes.ts'
import { writeUint64 } from '../bytes/uint64.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { FormatError } from '../format-error.ts'
import { parseTreeHead } from '../tree/tree-head.ts'
import type { VerifierKey } from './verifier-key.ts'

const lengthMax = 255

/** The bytes that a key signs for a note. Cosignatures of ML-DSA-44 exist only for checkpoints. */
export function signedMessage(key: VerifierKey, time: number, text: string): Uint8Array {
  switch (key.type) {
    case 'ed25519':
      return encodeUtf8(text)
    case 'ed25519-cosignature':
      return encodeUtf8(`cosignature/v1\ntime ${time}\n${text}`)
    case 'ml-dsa-44-cosignature':
      return subtreeMessage(key.name, time, text)
  }
}

/** The structure cosigned_message of c2sp.org/tlog-cosignature, for a whole tree. Extension lines are not signed. */
function subtreeMessage(cosigner: string, time: number, text: string): Uint8Array {
  const { origin, size, root } = parseTreeHead(text)
  return concatBytes([
    encodeUtf8('subtree/v1\n\0'),
    withLength(encodeUtf8(cosigner), 'name of the cosigner'),
    uint64(time),
    withLength(encodeUtf8(origin), 'origin of the checkpoint'),
    uint64(0),
    uint64(size),
    root,
  ])
}

function withLength(bytes: Uint8Array, what: string): Uint8Array {
  if (bytes.length > lengthMax) throw new FormatError(`The ${what} is longer than ${lengthMax} bytes.`)
  return concatBytes([Uint8Array.of(bytes.length), bytes])
}

export function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  writeUint64(bytes, 0, value)
  return bytes
}
