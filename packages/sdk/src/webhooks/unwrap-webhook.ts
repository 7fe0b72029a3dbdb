import type { ParleyEvent } from '../contract.generated.ts'
import { ParleyError } from '../errors.ts'

/**
 * A webhook that is not from Parley, was changed, or is too old or too new (`invalid_webhook`); or a secret that is missing or
 * malformed (`invalid_secret`).
 */
export class WebhookError extends ParleyError {
  /** @internal */
  constructor(
    message: string,
    code: 'invalid_webhook' | 'invalid_secret' = 'invalid_webhook',
    cause?: unknown,
  ) {
    super(message, { code, retryable: false, cause })
  }
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>> | globalThis.Headers

const toleranceSeconds = 300

/**
 * Checks a webhook and returns its event. Give it the body as it arrived, as text or bytes, before any parsing: a changed byte
 * fails the check. Header names may have any case. `secrets` are the endpoint's `whsec_…` secrets or `whpk_…` public keys; during a rotation give both.
 *
 * ```ts
 * const event = await unwrapWebhook(rawBody, request.headers, process.env.PARLEY_WEBHOOK_SECRET)
 * ```
 */
export async function unwrapWebhook(
  body: string | Uint8Array,
  headers: Headers,
  secrets: string | readonly string[],
): Promise<ParleyEvent> {
  const keys = [secrets].flat()
  // As when process.env lacks the variable.
  if (keys.length === 0 || keys.some(key => !key))
    throw new WebhookError('the secret is missing: is its environment variable set?', 'invalid_secret')
  const text = textOf(body)
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('webhook-timestamp is not a time')
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookError('webhook-timestamp is more than five minutes away from the clock of this machine')
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const key of keys) {
    if (await isSignedWith(key, signed, signatures)) return parse(text)
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
    throw new WebhookError('a secret begins with whsec_ or whpk_', 'invalid_secret')
  const algorithm = isPublic ? 'Ed25519' : { name: 'HMAC', hash: 'SHA-256' }
  const raw = bytesOf(secret.replace(/^wh(?:pk|sec)_/, ''), 'invalid_secret')
  const key = await crypto.subtle
    .importKey('raw', raw, algorithm, false, ['verify'])
    .catch((error: unknown) => {
      throw new WebhookError('the secret cannot be used: is it complete?', 'invalid_secret', error)
    })
  const prefix = isPublic ? 'v1a,' : 'v1,'
  for (const signature of signatures) {
    if (!signature.startsWith(prefix)) continue
    // It compares in constant time.
    if (await crypto.subtle.verify(algorithm, key, bytesOf(signature.slice(prefix.length)), signed))
      return true
  }
  return false
}

function bytesOf(base64: string, code?: 'invalid_secret'): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), character => character.codePointAt(0) ?? 0)
  } catch {
    throw new WebhookError(`${code ? 'the secret' : 'a signature'} is not base64`, code)
  }
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body
  // Not fatal: bytes that are not UTF-8 fail the check of the signature. A byte order mark is signed, too.
  if (body instanceof Uint8Array) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  throw new WebhookError('the body must be text or bytes, as it arrived: do not parse it before the check')
}

function parse(text: string): ParleyEvent {
  try {
    return JSON.parse(text) as ParleyEvent
  } catch (error) {
    throw new WebhookError('the body is not JSON', 'invalid_webhook', error)
  }
}

function headerOf(headers: Headers, name: string): string {
  const given =
    headers instanceof globalThis.Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  const value = Array.isArray(given) ? given.join(' ') : given
  if (typeof value !== 'string' || value === '') throw new WebhookError(`the header ${name} is missing`)
  return value
}
