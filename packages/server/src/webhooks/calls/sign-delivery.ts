import { createHmac, createPrivateKey, sign } from 'node:crypto'

export type SigningKey =
  | { readonly kind: 'hmac'; readonly secret: Buffer }
  /** The 32 bytes of an Ed25519 private key. */
  | { readonly kind: 'ed25519'; readonly seed: Buffer }

interface Delivery {
  readonly id: string
  readonly timestampSeconds: number
  readonly body: string
}

/** The header webhook-signature of Standard Webhooks: one signature for each key, so that receivers can rotate. */
export function signDelivery({ id, timestampSeconds, body }: Delivery, keys: readonly SigningKey[]): string {
  const signed = `${id}.${timestampSeconds}.${body}`
  return keys
    .map(key =>
      key.kind === 'hmac'
        ? `v1,${createHmac('sha256', key.secret).update(signed).digest('base64')}`
        : `v1a,${sign(null, Buffer.from(signed), privateKeyOf(key.seed)).toString('base64')}`,
    )
    .join(' ')
}

// The fixed beginning of a PKCS #8 document for Ed25519.
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

export const privateKeyOf = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
