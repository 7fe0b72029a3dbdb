import type { InboundText, Receipt } from '../carrier.ts'
import { numberOf } from './addresses.ts'
import { decodeText } from './codec/alphabets.ts'
import { type MessagePdu, readMessage } from './codec/read-message.ts'
import { type MessageState, readReceipt } from './codec/receipt.ts'
import { numberIn, octetsIn, tags } from './codec/tlv.ts'
import { plainId } from './message-ids.ts'
import type { WholeSettings } from './settings.ts'

/** What the carrier has delivered. */
export type Heard =
  | { readonly kind: 'text'; readonly text: Omit<InboundText, 'carrierMessageId' | 'sentAt'> }
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'unreadable' }

/** Bits of esm_class: a receipt of the carrier, and one on the way. */
const receiptBits = 0x04 | 0x20

export function readDelivery(pdu: MessagePdu, settings: WholeSettings): Heard {
  const { body, tlvs } = pdu
  const { bytes, part } = readMessage(pdu)
  // PostgreSQL holds every character but this one.
  const text = decodeText(bytes, body.dataCoding, settings.defaultAlphabet).replaceAll('\0', '\ufffd')
  // Only the carrier can say that it is a receipt: anybody can write a text that looks like one.
  const isReceipt =
    (body.esmClass & receiptBits) !== 0 || octetsIn(tlvs, tags.receiptedMessageId) !== undefined
  if (isReceipt) return receiptIn(text, pdu, settings)
  return {
    kind: 'text',
    text: {
      from: numberOf(body.sourceTon, body.source, settings.countryCode),
      to: numberOf(body.destinationTon, body.destination, settings.countryCode),
      // Of two parts, one may have the first half of a character and the other the second.
      text: part ? text : text.toWellFormed(),
      ...(part && {
        part: { reference: `${part.told}:${part.reference}`, number: part.number, count: part.count },
      }),
    },
  }
}

function receiptIn(text: string, { body, tlvs }: MessagePdu, settings: WholeSettings): Heard {
  const read = readReceipt(text, tlvs)
  if (!read) return { kind: 'unreadable' }
  const { messageId, state, error, doneAt } = read
  const status = statusOf[state]
  const reason = reasonOf(state, error, settings)
  const shortReference = numberIn(tlvs, tags.userMessageReference, 2)
  return {
    kind: 'receipt',
    receipt: {
      carrierMessageId: plainId(messageId, settings.receiptedIds),
      status,
      ...(reason !== undefined && { reason }),
      at: doneAt ? new Date(doneAt.getTime() - settings.receiptOffsetMinutes * 60_000) : new Date(),
      ...(shortReference !== undefined && {
        about: {
          number: numberOf(body.destinationTon, body.destination, settings.countryCode),
          phone: numberOf(body.sourceTon, body.source, settings.countryCode),
          shortReference,
        },
      }),
    },
  }
}

function reasonOf(
  state: MessageState,
  error: string | undefined,
  { optedOutErrors }: WholeSettings,
): string | undefined {
  const words = reasons[state]
  if (words === undefined || error === undefined) return words
  const isOptOut = optedOutErrors.some(known => withoutZeros(known) === withoutZeros(error))
  return isOptOut ? 'opted_out' : `${words} (error ${error})`
}

/** The text of a receipt has 045 where its optional parameter has 45. */
const withoutZeros = (error: string): string => error.replace(/^0+(?=.)/, '')

/** A carrier that does not know does not say that it arrived, and neither that it did not. */
const statusOf: Readonly<Record<MessageState, Receipt['status']>> = {
  ENROUTE: 'enroute',
  ACCEPTD: 'enroute',
  UNKNOWN: 'enroute',
  DELIVRD: 'delivered',
  EXPIRED: 'undelivered',
  UNDELIV: 'undelivered',
  DELETED: 'failed',
  REJECTD: 'failed',
}

const reasons: Readonly<Partial<Record<MessageState, string>>> = {
  EXPIRED: 'expired',
  UNDELIV: 'undeliverable',
  DELETED: 'deleted by the carrier',
  REJECTD: 'rejected by the carrier',
}
