import { FormatError } from '../format-error.ts'
import type { HashName, PublicKeyScheme } from '../platform/web-crypto.ts'
import { type Der, DerFields, readOid, tags } from './der.ts'

const hashes: Readonly<Record<string, HashName>> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}

interface SignatureAlgorithm {
  readonly kind: 'rsa' | 'ecdsa'
  /** Undefined where the structure states it elsewhere. */
  readonly hash: HashName | undefined
}

const signatures: Readonly<Record<string, SignatureAlgorithm>> = {
  '1.2.840.113549.1.1.1': { kind: 'rsa', hash: undefined },
  '1.2.840.113549.1.1.11': { kind: 'rsa', hash: 'SHA-256' },
  '1.2.840.113549.1.1.12': { kind: 'rsa', hash: 'SHA-384' },
  '1.2.840.113549.1.1.13': { kind: 'rsa', hash: 'SHA-512' },
  '1.2.840.10045.4.3.2': { kind: 'ecdsa', hash: 'SHA-256' },
  '1.2.840.10045.4.3.3': { kind: 'ecdsa', hash: 'SHA-384' },
  '1.2.840.10045.4.3.4': { kind: 'ecdsa', hash: 'SHA-512' },
}

const rsaKey = '1.2.840.113549.1.1.1'
const ecKey = '1.2.840.10045.2.1'
const curves: Readonly<Record<string, PublicKeyScheme & { readonly kind: 'ecdsa' }>> = {
  '1.2.840.10045.3.1.7': { kind: 'ecdsa', curve: 'P-256' },
  '1.3.132.0.34': { kind: 'ecdsa', curve: 'P-384' },
  '1.3.132.0.35': { kind: 'ecdsa', curve: 'P-521' },
}

const oidOf = (identifier: Der): string => readOid(DerFields.of(identifier, 'An algorithm').take(tags.oid))

export function readHash(identifier: Der): HashName {
  const hash = hashes[oidOf(identifier)]
  if (!hash) throw new FormatError('The hash algorithm is not supported.')
  return hash
}

/** SHA-1 is not accepted for signatures. */
export function readSignatureAlgorithm(identifier: Der): SignatureAlgorithm {
  const algorithm = signatures[oidOf(identifier)]
  if (!algorithm) throw new FormatError('The signature algorithm is not supported.')
  return algorithm
}

/** The scheme of a SubjectPublicKeyInfo. */
export function readKeyScheme(publicKey: Der): PublicKeyScheme {
  const fields = DerFields.of(DerFields.of(publicKey, 'A public key').take(tags.sequence), 'An algorithm')
  const oid = readOid(fields.take(tags.oid))
  if (oid === rsaKey) return { kind: 'rsa' }
  const curve = oid === ecKey ? curves[readOid(fields.take(tags.oid))] : undefined
  if (!curve) throw new FormatError('The public key is not supported.')
  return curve
}
