import { createHmac, type KeyObject, sign } from 'node:crypto'

export interface SigningKey {
  readonly kind: 'hmac' | 'ed25519'
  /** The secret, or the private key. As an object: converting its bytes for each signature takes longer than the signature. */
  readonly key: KeyObject
}

interface Delivery {
  readonly id: string
  readonly timestampSeconds: number
  readonly body: string
}

/** The header webhook-signature of Standard Webhooks: one signature for each key, so that receivers can rotate. */
export function signDelivery({ id, timestampSeconds, body }: Delivery, keys: readonly SigningKey[]): string {
  const signed = `${id}.${timestampSeconds}.${body}`
  return keys
    .map(({ kind, key }) =>
      kind === 'hmac'
        ? `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
        : `v1a,${sign(null, Buffer.from(signed), key).toString('base64')}`,
    )
    .join(' ')
}
