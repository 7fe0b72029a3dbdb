import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { seal, unseal } from '../../identity/index.ts'
import { privateKeyOf, type SigningKey } from './sign-delivery.ts'

type SecretKind = SigningKey['kind']

interface SealedSecret {
  readonly kind: SecretKind
  readonly encrypted: Buffer
  readonly endpointId: number
}

const secretBytes = 32
const rawKeyBytes = 32

export function createSecret(kind: SecretKind): SigningKey {
  if (kind === 'hmac') return { kind, secret: randomBytes(secretBytes) }
  const { privateKey } = generateKeyPairSync('ed25519')
  return { kind, seed: privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-rawKeyBytes) }
}

/** What the receiver checks signatures with, a shared secret or a public key, in the notation of Standard Webhooks. */
export function shownSecret(key: SigningKey): string {
  if (key.kind === 'hmac') return `whsec_${key.secret.toString('base64')}`
  const publicKey = createPublicKey(privateKeyOf(key.seed)).export({ format: 'der', type: 'spki' })
  return `whpk_${publicKey.subarray(-rawKeyBytes).toString('base64')}`
}

/** Bound to the endpoint, so rows cannot be swapped. */
const sealing = (endpointId: number, secretKey: Buffer) =>
  ({ secretKey, purpose: 'webhook secrets', about: String(endpointId) }) as const

export const sealSecret = (key: SigningKey, endpointId: number, secretKey: Buffer): Buffer =>
  seal(
    { key: (key.kind === 'hmac' ? key.secret : key.seed).toString('base64') },
    sealing(endpointId, secretKey),
  )

export function openSecret({ kind, encrypted, endpointId }: SealedSecret, secretKey: Buffer): SigningKey {
  const { key } = unseal(encrypted, sealing(endpointId, secretKey)) as { key: string }
  const bytes = Buffer.from(key, 'base64')
  return kind === 'hmac' ? { kind, secret: bytes } : { kind, seed: bytes }
}
