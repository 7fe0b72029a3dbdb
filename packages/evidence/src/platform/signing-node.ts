import { createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** Everything of a PKCS #8 key (RFC 8410, RFC 9881 in its seed form) up to the seed, and the length of the public key. */
const algorithms = {
  ed25519: { header: Buffer.from('302e020100300506032b657004220420', 'hex'), publicKeyBytes: 32 },
  mlDsa44: {
    header: Buffer.from('3034020100300b060960864801650304031104228020', 'hex'),
    publicKeyBytes: 1312,
  },
}

export interface PrivateKey {
  readonly publicKey: Uint8Array
  readonly sign: (message: Uint8Array) => Uint8Array
}

export function openPrivateKey(algorithm: keyof typeof algorithms, seed: Uint8Array): PrivateKey {
  const { header, publicKeyBytes } = algorithms[algorithm]
  if (seed.length !== 32) throw new RangeError('The seed of a private key has 32 bytes')
  const key = createPrivateKey({ key: Buffer.concat([header, seed]), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    publicKey: spki.subarray(spki.length - publicKeyBytes),
    sign: message => sign(null, message, key),
  }
}
