// Optional parameters: tag, length, value. Unknown ones are kept unchanged.
import { type Cursor, malformed } from './fields.ts'

export interface Tlv {
  readonly tag: number
  readonly value: Buffer
}

export const tags = {
  sourceSubaddress: 0x0202,
  userMessageReference: 0x0204,
  sarReference: 0x020c,
  sarCount: 0x020e,
  sarNumber: 0x020f,
  receiptedMessageId: 0x001e,
  interfaceVersion: 0x0210,
  networkErrorCode: 0x0423,
  messagePayload: 0x0424,
  messageState: 0x0427,
} as const

const headBytes = 4
const valueMax = 0xffff

export const tlvsSize = (tlvs: readonly Tlv[]): number =>
  tlvs.reduce((sum, { value }) => sum + headBytes + value.length, 0)

export function writeTlvs(tlvs: readonly Tlv[], bytes: Buffer, start: number): number {
  let at = start
  for (const { tag, value } of tlvs) {
    if (value.length > valueMax) throw new RangeError('an optional parameter has at most 65,535 bytes')
    at = bytes.writeUInt16BE(value.length, bytes.writeUInt16BE(tag, at))
    at += value.copy(bytes, at)
  }
  return at
}

/** Reads to the end of the bytes. */
export function readTlvs(cursor: Cursor): readonly Tlv[] {
  const { bytes } = cursor
  if (cursor.at === bytes.length) return none
  const tlvs: Tlv[] = []
  while (cursor.at < bytes.length) {
    const begin = cursor.at + headBytes
    if (begin > bytes.length) throw malformed
    const end = begin + bytes.readUInt16BE(cursor.at + 2)
    if (end > bytes.length) throw malformed
    tlvs.push({ tag: bytes.readUInt16BE(cursor.at), value: bytes.subarray(begin, end) })
    cursor.at = end
  }
  return tlvs
}

const none: readonly Tlv[] = []

const find = (tlvs: readonly Tlv[], tag: number): Buffer | undefined =>
  tlvs.find(each => each.tag === tag)?.value

/** The first with this tag. A value of the wrong size is ignored. */
export function numberIn(tlvs: readonly Tlv[], tag: number, size: 1 | 2): number | undefined {
  const value = find(tlvs, tag)
  return value?.length === size ? value.readUIntBE(0, size) : undefined
}

/** With or without the terminating zero byte. */
export function stringIn(tlvs: readonly Tlv[], tag: number): string | undefined {
  const value = find(tlvs, tag)
  if (!value) return undefined
  const end = value.indexOf(0)
  return value.toString('latin1', 0, end < 0 ? value.length : end)
}

export const octetsIn = find

export function numberTlv(tag: number, value: number, size: 1 | 2): Tlv {
  const bytes = Buffer.allocUnsafe(size)
  bytes.writeUIntBE(value, 0, size)
  return { tag, value: bytes }
}

export const stringTlv = (tag: number, value: string): Tlv => ({
  tag,
  value: Buffer.from(`${value}\0`, 'latin1'),
})
