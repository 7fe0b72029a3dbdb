import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto'
import { type SecretKeys, seal, unseal } from '../../identity/index.ts'
import type { SigningKey } from './sign-delivery.ts'

type SecretKind = SigningKey['kind']

interface SealedSecret {
  readonly kind: SecretKind
  readonly encrypted: Buffer
  readonly endpointId: number
}

const secretBytes = 32
const rawKeyBytes = 32

export function createSecret(kind: SecretKind): SigningKey {
  if (kind === 'hmac') return { kind, key: createSecretKey(randomBytes(secretBytes)) }
  return { kind, key: generateKeyPairSync('ed25519').privateKey }
}

/** What the receiver checks signatures with, a shared secret or a public key, in the notation of Standard Webhooks. */
export function shownSecret({ kind, key }: SigningKey): string {
  if (kind === 'hmac') return `whsec_${key.export().toString('base64')}`
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return `whpk_${publicKey.subarray(-rawKeyBytes).toString('base64')}`
}

/** A shared secret, or the 32 bytes of an Ed25519 private key. */
const bytesOf = ({ kind, key }: SigningKey): Buffer =>
  kind === 'hmac' ? key.export() : key.export({ format: 'der', type: 'pkcs8' }).subarray(-rawKeyBytes)

// The fixed beginning of a PKCS #8 document for Ed25519.
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Bound to the endpoint, so rows cannot be swapped. */
const sealing = (endpointId: number, keys: SecretKeys) =>
  ({ keys, purpose: 'webhook secrets', about: String(endpointId) }) as const

export const sealSecret = (key: SigningKey, endpointId: number, keys: SecretKeys): Buffer =>
  seal({ key: bytesOf(key).toString('base64') }, sealing(endpointId, keys))

export function openSecret({ kind, encrypted, endpointId }: SealedSecret, keys: SecretKeys): SigningKey {
  const { key } = unseal(encrypted, sealing(endpointId, keys)) as { key: string }
  const bytes = Buffer.from(key, 'base64')
  if (kind === 'hmac') return { kind, key: createSecretKey(bytes) }
  return {
    kind,
    key: createPrivateKey({ key: Buffer.concat([pkcs8Head, bytes]), format: 'der', type: 'pkcs8' }),
  }
}
