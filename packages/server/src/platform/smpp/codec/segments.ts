import { type DefaultAlphabet, type EncodedText, encodeText } from './alphabets.ts'
import { isGsmEscape } from './gsm-alphabet.ts'
import { numberTlv, type Tlv, tags } from './tlv.ts'

/** How the parts of a long text are linked. */
export type LongTexts = 'udh8' | 'udh16' | 'sar' | 'payload'

export interface SegmentOptions {
  readonly longTexts: LongTexts
  readonly defaultAlphabet: DefaultAlphabet
  /** Shared by the parts of one text: 16 bits, of which some methods use 8. */
  readonly reference: number
}

/** The part of a text in one message. */
export interface Segment {
  readonly esmClass: number
  readonly dataCoding: number
  readonly shortMessage: Buffer
  readonly tlvs: readonly Tlv[]
}

const hasHeader = 0x40
const segmentsMax = 255
/** The length of an optional parameter has two bytes. */
const payloadBytesMax = 65_535
const none: readonly Tlv[] = []

/** Bytes in SMPP: a message of 140 bytes holds 160 characters of seven bits, or 70 of sixteen. */
const room = {
  gsm: { whole: 160, udh8: 153, udh16: 152, sar: 152 },
  ucs2: { whole: 140, udh8: 134, udh16: 132, sar: 132 },
} as const

/** Splits a text into as many messages as it needs, in order; undefined if it needs more than the protocol can number. */
export function segmentText(text: string, options: SegmentOptions): Segment[] | undefined {
  const encoded = encodeText(text, options.defaultAlphabet)
  const { dataCoding, bytes, unit } = encoded
  const { longTexts, reference } = options
  if (bytes.length <= room[unit].whole) return [{ esmClass: 0, dataCoding, shortMessage: bytes, tlvs: none }]
  if (longTexts === 'payload') {
    if (bytes.length > payloadBytesMax) return undefined
    const payload = { tag: tags.messagePayload, value: bytes }
    return [{ esmClass: 0, dataCoding, shortMessage: Buffer.alloc(0), tlvs: [payload] }]
  }
  const pieces = cut(encoded, room[unit][longTexts])
  if (pieces.length > segmentsMax) return undefined
  return pieces.map((piece, index) => {
    const part = { reference, number: index + 1, count: pieces.length }
    if (longTexts === 'sar') return { esmClass: 0, dataCoding, shortMessage: piece, tlvs: sarOf(part) }
    const shortMessage = Buffer.concat([headerOf(part, longTexts), piece])
    return { esmClass: hasHeader, dataCoding, shortMessage, tlvs: none }
  })
}

function cut({ bytes, unit }: EncodedText, size: number): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    let end = Math.min(at + size, bytes.length)
    // A part never ends in an escape or half of an emoji.
    if (end < bytes.length && isUnfinished(bytes, end, unit)) end -= unit === 'gsm' ? 1 : 2
    pieces.push(bytes.subarray(at, end))
    at = end
  }
  return pieces
}

function isUnfinished(bytes: Buffer, end: number, unit: EncodedText['unit']): boolean {
  if (unit === 'gsm') return isGsmEscape(bytes[end - 1])
  return (bytes.readUInt16BE(end - 2) & 0xfc00) === 0xd800 && (bytes.readUInt16BE(end) & 0xfc00) === 0xdc00
}

export interface Part {
  readonly reference: number
  /** From 1. */
  readonly number: number
  readonly count: number
}

const elements = { concatenated8: 0x00, concatenated16: 0x08 } as const

function headerOf({ reference, number, count }: Part, kind: 'udh8' | 'udh16'): Buffer {
  return kind === 'udh8'
    ? Buffer.from([5, elements.concatenated8, 3, reference & 0xff, count, number])
    : Buffer.from([6, elements.concatenated16, 4, reference >> 8, reference & 0xff, count, number])
}

const sarOf = ({ reference, number, count }: Part): Tlv[] => [
  numberTlv(tags.sarReference, reference, 2),
  numberTlv(tags.sarCount, count, 1),
  numberTlv(tags.sarNumber, number, 1),
]
