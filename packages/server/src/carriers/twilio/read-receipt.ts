import type { Receipt } from '../carrier.ts'
import { shortReference } from '../short-reference.ts'
import { receiptErrorOf } from './error-codes.ts'

const statusOf: Readonly<Record<string, Receipt['status']>> = {
  accepted: 'enroute',
  scheduled: 'enroute',
  queued: 'enroute',
  sending: 'enroute',
  sent: 'enroute',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  partially_delivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
}

/** Undefined: it names no text or no status. */
export function readReceipt(form: URLSearchParams, reference: string | null): Receipt | undefined {
  const status = statusOf[form.get('MessageStatus') ?? '']
  const carrierMessageId = form.get('MessageSid')
  if (!status || !carrierMessageId) return undefined
  const number = form.get('From')
  const phone = form.get('To')
  return {
    carrierMessageId,
    status,
    ...((status === 'undelivered' || status === 'failed') && receiptErrorOf(errorIn(form))),
    // The carrier does not send the time of the event; the status does not depend on it.
    at: new Date(),
    ...(reference &&
      number &&
      phone && { about: { number, phone, shortReference: shortReference(reference) } }),
  }
}

function errorIn(form: URLSearchParams): number | undefined {
  const code = form.get('ErrorCode') ?? ''
  return /^[0-9]{1,6}$/.test(code) && code !== '0' ? Number(code) : undefined
}
