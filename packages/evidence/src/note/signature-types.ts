import { verifyEd25519, verifyMlDsa44 } from '#signatures'
import type { openPrivateKey } from '#signing'

interface SignatureTypeRecord {
  /** Identifier byte of c2sp.org/signed-note. */
  readonly identifier: number
  readonly algorithm: Parameters<typeof openPrivateKey>[0]
  readonly publicKeyBytes: number
  readonly signatureBytes: number
  /** Whether a time comes before the signature and is signed with the text. */
  readonly timed: boolean
  readonly verify: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean
}

export type SignatureType = 'ed25519' | 'ed25519-cosignature' | 'ml-dsa-44-cosignature'

export const signatureTypes: Readonly<Record<SignatureType, SignatureTypeRecord>> = {
  ed25519: {
    identifier: 0x01,
    algorithm: 'ed25519',
    publicKeyBytes: 32,
    signatureBytes: 64,
    timed: false,
    verify: verifyEd25519,
  },
  'ed25519-cosignature': {
    identifier: 0x04,
    algorithm: 'ed25519',
    publicKeyBytes: 32,
    signatureBytes: 64,
    timed: true,
    verify: verifyEd25519,
  },
  'ml-dsa-44-cosignature': {
    identifier: 0x06,
    algorithm: 'mlDsa44',
    publicKeyBytes: 1312,
    signatureBytes: 2420,
    timed: true,
    verify: verifyMlDsa44,
  },
}

const names = Object.keys(signatureTypes) as SignatureType[]

export const findSignatureType = (identifier: number | undefined): SignatureType | undefined =>
  names.find(name => signatureTypes[name].identifier === identifier)
