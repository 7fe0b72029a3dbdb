import type { ParleyEvent } from '../contract.generated.ts'

/** A webhook that is not from Parley, was changed, or is too old or too new. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>> | globalThis.Headers

const toleranceSeconds = 300

/**
 * Checks a webhook and returns its event. Give it the body as it arrived, before any parsing: a changed byte fails the check.
 * `secrets` are the endpoint's `whsec_…` secrets or `whpk_…` public keys; during a rotation give both.
 *
 * ```ts
 * const event = await unwrapWebhook(rawBody, request.headers, process.env.PARLEY_WEBHOOK_SECRET)
 * ```
 */
export async function unwrapWebhook(
  body: string,
  headers: Headers,
  secrets: string | readonly string[],
): Promise<ParleyEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('webhook-timestamp is not a time')
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookError('webhook-timestamp is more than five minutes away from the clock of this machine')
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const secret of [secrets].flat()) {
    if (await isSignedWith(secret, signed, signatures)) return JSON.parse(body) as ParleyEvent
  }
  throw new WebhookError('no signature matches: the body was changed, or the secret is another one')
}

async function isSignedWith(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
): Promise<boolean> {
  const isPublic = secret.startsWith('whpk_')
  // Without it, a public key could be taken for a shared secret, which anybody knows.
  if (!isPublic && !secret.startsWith('whsec_'))
    throw new WebhookError('a secret begins with whsec_ or whpk_')
  const algorithm = isPublic ? 'Ed25519' : { name: 'HMAC', hash: 'SHA-256' }
  const raw = bytesOf(secret.replace(/^wh(?:pk|sec)_/, ''))
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify'])
  const prefix = isPublic ? 'v1a,' : 'v1,'
  for (const signature of signatures) {
    if (!signature.startsWith(prefix)) continue
    // It compares in constant time.
    if (await crypto.subtle.verify(algorithm, key, bytesOf(signature.slice(prefix.length)), signed))
      return true
  }
  return false
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), character => character.codePointAt(0) ?? 0)
  } catch {
    throw new WebhookError('a signature or secret is not base64')
  }
}

function headerOf(headers: Headers, name: string): string {
  const given = headers instanceof globalThis.Headers ? headers.get(name) : headers[name]
  const value = Array.isArray(given) ? given.join(' ') : given
  if (typeof value !== 'string' || value === '') throw new WebhookError(`the header ${name} is missing`)
  return value
}
