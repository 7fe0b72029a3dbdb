import type { CarrierReason } from '../carrier.ts'

/** Errors of this text or its recipient: a retry would fail too. */
const finalReasons: Readonly<Record<number, CarrierReason>> = {
  21211: 'invalid_recipient',
  21214: 'invalid_recipient',
  21217: 'invalid_recipient',
  21219: 'invalid_recipient',
  21421: 'invalid_recipient',
  21602: 'content',
  21605: 'content',
  21610: 'opted_out',
  21612: 'invalid_recipient',
  21614: 'invalid_recipient',
  21617: 'content',
  21619: 'content',
  30004: 'blocked',
  30005: 'invalid_recipient',
  30006: 'invalid_recipient',
  30007: 'content',
}

export const finalReasonOf = (code: number | undefined): CarrierReason | undefined =>
  code === undefined ? undefined : finalReasons[code]

/** Throttled, for the account or for the number. */
export const throttlingCodes: ReadonlySet<number> = new Set([14107, 20429, 21611, 30001, 30022, 63017])

/** Errors in receipts, and what they mean. */
const receiptErrors: Readonly<Record<number, readonly [CarrierReason, string]>> = {
  21610: ['opted_out', 'opted out at the carrier'],
  30001: ['other', 'queue overflow'],
  30002: ['sender_refused', 'account suspended'],
  30003: ['unreachable', 'unreachable phone'],
  30004: ['blocked', 'blocked by the recipient'],
  30005: ['invalid_recipient', 'unknown number'],
  30006: ['invalid_recipient', 'landline or unreachable network'],
  30007: ['content', 'filtered by a network'],
  30008: ['other', 'unknown error'],
  30034: ['sender_refused', 'number not registered for texting'],
}

export function receiptErrorOf(code: number | undefined): { reason: CarrierReason; words?: string } {
  if (code === undefined) return { reason: 'other' }
  const [reason, words] = receiptErrors[code] ?? ['other', 'refused']
  return { reason, words: `${words} (error ${code})` }
}
