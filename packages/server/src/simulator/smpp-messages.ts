import { crc32 } from 'node:zlib'
import type { InboundText } from '../carriers/index.ts'
import { required } from '../platform/db/rows.ts'
import { addressOf } from '../platform/smpp/addresses.ts'
import { bodyOf } from '../platform/smpp/body-of.ts'
import type { PduOf } from '../platform/smpp/codec/pdu.ts'
import { type MessageState, writeReceipt } from '../platform/smpp/codec/receipt.ts'
import { type Segment, segmentText } from '../platform/smpp/codec/segments.ts'
import { numberTlv, stringTlv, tags } from '../platform/smpp/codec/tlv.ts'
import type { SimulatorReceipt } from './engine.ts'

type Message = Pick<PduOf<'deliver_sm'>, 'body' | 'tlvs'>

const receiptClass = 0x04

/** A text from a phone, in as many messages as it needs. */
export function replyMessages({ carrierMessageId, from, to, text }: InboundText): Message[] {
  const reference = crc32(carrierMessageId) & 0xff
  const segments = segmentText(text, { longTexts: 'udh8', defaultAlphabet: 'gsm', reference })
  return required(segments, 'the parts of a reply').map(segment => messageFrom(from, to, segment))
}

const states: Readonly<Record<SimulatorReceipt['status'], MessageState>> = {
  enroute: 'ENROUTE',
  delivered: 'DELIVRD',
  undelivered: 'UNDELIV',
  failed: 'REJECTD',
}

/** A receipt, both as text and as optional parameters. */
export function receiptMessage(id: string, receipt: SimulatorReceipt): Message {
  const { phone, number, status, at, shortReference } = receipt
  const error = status === 'delivered' || status === 'enroute' ? '000' : '001'
  const words = writeReceipt({ messageId: id, state: states[status], error, submittedAt: at, doneAt: at })
  return messageFrom(phone, number, {
    esmClass: receiptClass,
    dataCoding: 0,
    shortMessage: Buffer.from(words, 'latin1'),
    tlvs: [
      stringTlv(tags.receiptedMessageId, id),
      ...(shortReference === undefined ? [] : [numberTlv(tags.userMessageReference, shortReference, 2)]),
    ],
  })
}

function messageFrom(from: string, to: string, segment: Segment): Message {
  const way = { source: addressOf(from), destination: addressOf(to), wantsReceipts: false }
  return { body: bodyOf(segment, way), tlvs: segment.tlvs }
}
