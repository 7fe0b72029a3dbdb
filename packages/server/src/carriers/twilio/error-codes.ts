import type { Submission } from '../carrier.ts'

type Reason = Extract<Submission, { status: 'rejected' }>['reason']

/** Errors of this text or its recipient: a retry would fail too. */
const finalReasons: Readonly<Record<number, Reason>> = {
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

export const finalReasonOf = (code: number | undefined): Reason | undefined =>
  code === undefined ? undefined : finalReasons[code]

/** Throttled, for the account or for the number. */
export const throttlingCodes: ReadonlySet<number> = new Set([14107, 20429, 21611, 30001, 30022, 63017])

/** Reason shown to people if a text did not arrive. opted_out also closes our gate. */
const receiptReasons: Readonly<Record<number, string>> = {
  21610: 'opted_out',
  30001: 'queue overflow',
  30002: 'account suspended',
  30003: 'unreachable phone',
  30004: 'blocked by the recipient',
  30005: 'unknown number',
  30006: 'landline or unreachable network',
  30007: 'filtered by a network',
  30008: 'unknown error',
  30034: 'number not registered for texting',
}

export function receiptReasonOf(code: number | undefined): string | undefined {
  if (code === undefined) return undefined
  if (code === 21610) return receiptReasons[code]
  return `${receiptReasons[code] ?? 'refused'} (error ${code})`
}
