import { canonicalJson } from '../../journal/index.ts'
import { type SigningKey, signDelivery } from './sign-delivery.ts'

interface Signing {
  readonly at: number
  readonly keys: readonly SigningKey[]
  readonly publicOrigin: string
}

interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The request that brings an event: its canonical bytes, signed as Standard Webhooks says. */
export function signedRequest(
  event: { readonly id: string },
  { at, keys, publicOrigin }: Signing,
): SignedRequest {
  const { id } = event
  const body = canonicalJson(event)
  const timestampSeconds = Math.floor(at / 1_000)
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': `Parley/1 (+${publicOrigin}/docs)`,
      'webhook-id': id,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': signDelivery({ id, timestampSeconds, body }, keys),
    },
  }
}
