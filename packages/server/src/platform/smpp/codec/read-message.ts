import type { PduOf } from './pdu.ts'
import type { Part } from './segments.ts'
import { numberIn, octetsIn, type Tlv, tags } from './tlv.ts'

export type MessagePdu = PduOf<'submit_sm'> | PduOf<'deliver_sm'> | PduOf<'data_sm'>

export interface MessageContent {
  /** Without the user data header. */
  readonly bytes: Buffer
  /**
   * Identifies the parts of one long text. The encoding of the reference belongs to it: the same number in two encodings is two
   * texts.
   */
  readonly part: (Part & { readonly told: 'udh8' | 'udh16' | 'sar' }) | undefined
}

const hasHeader = 0x40

/** The content of a message, from any field of the PDU. */
export function readMessage({ body, tlvs }: MessagePdu): MessageContent {
  const whole = joined(
    'shortMessage' in body ? body.shortMessage : Buffer.alloc(0),
    octetsIn(tlvs, tags.messagePayload),
  )
  const { bytes, part } = body.esmClass & hasHeader ? afterHeader(whole) : { bytes: whole, part: undefined }
  return { bytes, part: part ?? sarIn(tlvs) }
}

/** The standard allows one of the two. If a peer fills both, neither is lost, and a shared beginning appears once. */
function joined(short: Buffer, payload: Buffer | undefined): Buffer {
  if (!payload || payload.length === 0) return short
  const isBeginning = payload.subarray(0, short.length).equals(short)
  return isBeginning ? payload : Buffer.concat([short, payload])
}

/** A header that does not fit into the message is ignored. */
function afterHeader(whole: Buffer): MessageContent {
  const end = (whole[0] ?? 0) + 1
  if (whole.length === 0 || end > whole.length) return { bytes: whole, part: undefined }
  return { bytes: whole.subarray(end), part: partIn(whole.subarray(1, end)) }
}

function partIn(header: Buffer): MessageContent['part'] {
  for (let at = 0; at + 1 < header.length; ) {
    const [element, length = 0] = header.subarray(at)
    const data = header.subarray(at + 2, at + 2 + length)
    at += 2 + length
    if (data.length < length) return undefined
    if (element === 0x00 && length === 3) {
      const [reference = 0, count = 0, number = 0] = data
      return wholePart({ told: 'udh8', reference, count, number })
    }
    if (element === 0x08 && length === 4) {
      const [, , count = 0, number = 0] = data
      return wholePart({ told: 'udh16', reference: data.readUInt16BE(0), count, number })
    }
  }
  return undefined
}

function sarIn(tlvs: readonly Tlv[]): MessageContent['part'] {
  if (tlvs.length === 0) return undefined
  const reference = numberIn(tlvs, tags.sarReference, 2)
  const count = numberIn(tlvs, tags.sarCount, 1)
  const number = numberIn(tlvs, tags.sarNumber, 1)
  if (reference === undefined || count === undefined || number === undefined) return undefined
  return wholePart({ told: 'sar', reference, count, number })
}

/** A single part is no part, and neither is an impossible one. */
function wholePart(part: NonNullable<MessageContent['part']>): MessageContent['part'] {
  return part.count > 1 && part.number >= 1 && part.number <= part.count ? part : undefined
}
