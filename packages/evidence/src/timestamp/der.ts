import { concatBytes } from '../bytes/bytes.ts'
import { FormatError } from '../format-error.ts'

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** The tag of a field [number] that holds other fields. */
export const fieldTag = (number: number): number => 0xa0 + number
/** The tag of a field [number] that holds a value. */
export const valueTag = (number: number): number => 0x80 + number

/** One value of the Distinguished Encoding Rules (X.690). Content and whole are views of the bytes. */
export interface Der {
  readonly tag: number
  readonly content: Uint8Array
  readonly whole: Uint8Array
}

/** Reads one value that takes all bytes. */
export function readDer(bytes: Uint8Array): Der {
  const value = readAt(bytes, 0)
  if (value.whole.length !== bytes.length) throw new FormatError('There are bytes after the DER value.')
  return value
}

/** Only definite lengths in their shortest form, so that a value has one encoding. */
function readAt(bytes: Uint8Array, start: number): Der {
  const tag = bytes[start]
  const first = bytes[start + 1]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f)
    throw new FormatError('This is not DER.')
  let length = first
  let contentStart = start + 2
  if (first >= 0x80) {
    const count = first - 0x80
    if (count === 0 || count > 3) throw new FormatError('A DER length is not supported.')
    length = 0
    for (let index = 0; index < count; index += 1) length = length * 256 + (bytes[contentStart + index] ?? 0)
    if (length < 0x80 || length < 256 ** (count - 1))
      throw new FormatError('A DER length is not the shortest.')
    contentStart += count
  }
  const end = contentStart + length
  if (end > bytes.length) throw new FormatError('A DER value is cut off.')
  return { tag, content: bytes.subarray(contentStart, end), whole: bytes.subarray(start, end) }
}

export function readMembers({ content }: Der): Der[] {
  const members: Der[] = []
  for (let start = 0; start < content.length; ) {
    const member = readAt(content, start)
    members.push(member)
    start += member.whole.length
  }
  return members
}

/** Members of a sequence, taken in their order. */
export class DerFields {
  readonly #members: Der[]
  readonly #what: string

  constructor(value: Der, what: string) {
    this.#members = readMembers(value)
    this.#what = what
  }

  /** A sequence, which is what most structures are. */
  static of(value: Der, what: string): DerFields {
    if (value.tag !== tags.sequence) throw new FormatError(`${what} is not a sequence.`)
    return new DerFields(value, what)
  }

  optional(...wanted: readonly number[]): Der | undefined {
    return this.#members[0] && wanted.includes(this.#members[0].tag) ? this.#members.shift() : undefined
  }

  take(...wanted: readonly number[]): Der {
    const member = this.optional(...wanted)
    if (!member) throw new FormatError(`${this.#what} lacks a field.`)
    return member
  }

  /** The one member of a field [number]. */
  takeInside(number: number): Der {
    const members = readMembers(this.take(fieldTag(number)))
    const [only] = members
    if (!only || members.length > 1) throw new FormatError(`${this.#what} has a malformed field.`)
    return only
  }

  end(): void {
    if (this.#members.length > 0) throw new FormatError(`${this.#what} has an unknown field.`)
  }
}

export function readOid({ content }: Der): string {
  const arcs: number[] = []
  let value = 0
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f)
    if (!Number.isSafeInteger(value)) throw new FormatError('An object identifier is too large.')
    if (byte >= 0x80) continue
    arcs.push(value)
    value = 0
  }
  const [first] = arcs
  if (first === undefined || (content.at(-1) ?? 0) >= 0x80)
    throw new FormatError('An object identifier is malformed.')
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - root * 40, ...arcs.slice(1)].join('.')
}

/** The bytes of an unsigned integer without leading zeros. */
export function readUnsigned({ content }: Der): Uint8Array {
  if (content.length === 0 || (content[0] ?? 0) >= 0x80) throw new FormatError('A number is negative.')
  let start = 0
  while (start < content.length - 1 && content[start] === 0) start += 1
  return content.subarray(start)
}

/** A number that fits 32 bits. */
export function readSmall(value: Der): number {
  const bytes = readUnsigned(value)
  if (bytes.length > 4) throw new FormatError('A number is too large.')
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0)
}

/** The bytes of a bit string of whole bytes. */
export function readBits({ content }: Der): Uint8Array {
  if (content[0] !== 0) throw new FormatError('A bit string does not have whole bytes.')
  return content.subarray(1)
}

export const readBoolean = ({ content }: Der): boolean => content[0] === 0xff

/** UTCTime or GeneralizedTime in UTC, in milliseconds since 1970. */
export function readTime({ tag, content }: Der): number {
  // No time is longer, and a function takes only so many arguments.
  const text = String.fromCharCode(...content.subarray(0, 32))
  const form = tag === tags.utcTime ? /^(\d\d)(\d{10})()Z$/ : /^(\d{4})(\d{10})(\.\d{1,9})?Z$/
  const [, year = '', rest = '', fraction] = form.exec(text) ?? []
  const [month, day, hour, minute, second] = rest.match(/\d\d/g) ?? []
  const whole = tag === tags.utcTime ? `${Number(year) < 50 ? '20' : '19'}${year}` : year
  const timeMs = Date.parse(`${whole}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(timeMs)) throw new FormatError('A time is malformed.')
  return timeMs + Math.floor(Number(`0${fraction || '.0'}`) * 1000)
}

export function printDer(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = concatBytes(parts)
  const { length } = content
  if (length > 0xffff) throw new RangeError('A DER value has at most 65,535 bytes')
  const header =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return concatBytes([Uint8Array.of(tag, ...header), content])
}
