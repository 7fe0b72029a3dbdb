import { randomBytes } from 'node:crypto'
import {
  FormatError,
  parseTimestampResponse,
  printTimestampRequest,
  type TimestampFault,
  timestampQueryType,
  verifyTimestamp,
} from '@parley/evidence'
import { ResponseTooLongError, readBounded } from '../../platform/files/read-bounded.ts'

export interface TimestampQuery {
  /** Address of the time-stamp authority. */
  readonly url: string
  /** SHA-256 of what is to be stamped, such as the text of a checkpoint. */
  readonly hash: Uint8Array
  /** Certificates (DER) of the roots that the authority must lead to. */
  readonly roots: readonly Uint8Array[]
  readonly fetch?: typeof globalThis.fetch
  readonly timeoutMs: number
}

export type TimestampOutcome =
  /** The token proves by itself, offline, that the hash existed at this time. */
  | { readonly kind: 'stamped'; readonly token: Uint8Array; readonly timeMs: number }
  /** The authority refused. Status of HTTP, or of RFC 3161. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'unreachable'; readonly reason: 'timeout' | 'connection' }
  /** The token does not hold. */
  | { readonly kind: 'invalid'; readonly fault: TimestampFault | 'too long' }

/** Tokens have 1 to 6 KB, depending on how many certificates are in them. */
const responseBytesMax = 65_536
const nonceBytes = 8

/** Asks a time-stamp authority (RFC 3161), and accepts only a token that verifies. */
export async function requestTimestamp(query: TimestampQuery): Promise<TimestampOutcome> {
  const { url, hash, roots, fetch = globalThis.fetch, timeoutMs } = query
  const nonce = randomBytes(nonceBytes)
  const signal = AbortSignal.timeout(timeoutMs)
  let body: Uint8Array
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': timestampQueryType },
      body: Buffer.from(printTimestampRequest({ hash, nonce })),
      signal,
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      return { kind: 'refused', status: response.status }
    }
    body = await readBounded(response, responseBytesMax)
  } catch (error) {
    if (error instanceof ResponseTooLongError) return { kind: 'invalid', fault: 'too long' }
    return { kind: 'unreachable', reason: signal.aborted ? 'timeout' : 'connection' }
  }
  return judge(body, { hash, nonce, roots })
}

async function judge(
  body: Uint8Array,
  claim: Parameters<typeof verifyTimestamp>[1],
): Promise<TimestampOutcome> {
  try {
    const response = parseTimestampResponse(body)
    if (response.kind === 'rejected') return { kind: 'refused', status: response.status }
    const verdict = await verifyTimestamp(response.tokenBytes, claim)
    return verdict.valid
      ? { kind: 'stamped', token: response.tokenBytes, timeMs: verdict.info.timeMs }
      : { kind: 'invalid', fault: verdict.fault }
  } catch (error) {
    if (error instanceof FormatError) return { kind: 'invalid', fault: 'malformed' }
    throw error
  }
}
