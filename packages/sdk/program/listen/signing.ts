import { createHmac } from 'node:crypto'
import { UsageError } from '../surroundings.ts'

/** The same for one API key on every machine and at every start, so that a receiver needs it once. */
export const secretFor = (apiKey: string): string =>
  `whsec_${createHmac('sha256', apiKey).update('parley listen').digest('base64')}`

export function checkedSecret(secret: string): string {
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret))
    throw new UsageError('PARLEY_WEBHOOK_SECRET must be whsec_ and at least 24 bytes in base64.')
  return secret
}

/** The headers of Standard Webhooks. */
export function signedHeaders(id: string, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
