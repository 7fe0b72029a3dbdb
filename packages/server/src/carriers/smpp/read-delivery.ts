import { numberOf } from '../../platform/smpp/addresses.ts'
import { decodeText } from '../../platform/smpp/codec/alphabets.ts'
import { type MessagePdu, readMessage } from '../../platform/smpp/codec/read-message.ts'
import { type MessageState, readReceipt } from '../../platform/smpp/codec/receipt.ts'
import { numberIn, octetsIn, tags } from '../../platform/smpp/codec/tlv.ts'
import type { CarrierReason, InboundText, Receipt } from '../carrier.ts'
import { plainId } from './message-ids.ts'
import type { WholeSettings } from './settings.ts'

/** A message delivered by the carrier. */
export type Heard =
  | { readonly kind: 'text'; readonly text: Omit<InboundText, 'carrierMessageId' | 'sentAt'> }
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'unreadable' }

/** Bits of esm_class: a final and an intermediate receipt. */
const receiptBits = 0x04 | 0x20

export function readDelivery(pdu: MessagePdu, settings: WholeSettings): Heard {
  const { body, tlvs } = pdu
  const { bytes, part } = readMessage(pdu)
  // PostgreSQL cannot store NUL.
  const text = decodeText(bytes, body.dataCoding, settings.defaultAlphabet).replaceAll('\0', '\ufffd')
  // Only esm_class marks a receipt: anyone can write a text that looks like one.
  const isReceipt =
    (body.esmClass & receiptBits) !== 0 || octetsIn(tlvs, tags.receiptedMessageId) !== undefined
  if (isReceipt) return receiptIn(text, pdu, settings)
  return {
    kind: 'text',
    text: {
      from: numberOf(body.sourceTon, body.source, settings.countryCode),
      to: numberOf(body.destinationTon, body.destination, settings.countryCode),
      // A character may be split between two parts.
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
  const shortReference = numberIn(tlvs, tags.userMessageReference, 2)
  return {
    kind: 'receipt',
    receipt: {
      carrierMessageId: plainId(messageId, settings.receiptedIds),
      status,
      ...whyNot(state, error, settings),
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

function whyNot(
  state: MessageState,
  error: string | undefined,
  { optedOutErrors }: WholeSettings,
): Pick<Receipt, 'reason' | 'words'> {
  const known = reasons[state]
  if (!known) return {}
  const [reason, words] = known
  if (error === undefined) return { reason, words }
  const isOptOut = optedOutErrors.some(each => withoutZeros(each) === withoutZeros(error))
  return { reason: isOptOut ? 'opted_out' : reason, words: `${words} (error ${error})` }
}

/** The text of a receipt has 045 where its optional parameter has 45. */
const withoutZeros = (error: string): string => error.replace(/^0+(?=.)/, '')

/** An unknown state means neither delivered nor undelivered. */
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

const reasons: Readonly<Partial<Record<MessageState, readonly [CarrierReason, string]>>> = {
  EXPIRED: ['expired', 'expired at the carrier'],
  UNDELIV: ['unreachable', 'undeliverable'],
  DELETED: ['other', 'deleted by the carrier'],
  REJECTD: ['other', 'rejected by the carrier'],
}
