// Byte layouts of the values in a PDU.

export interface Cursor {
  readonly bytes: Buffer
  at: number
}

/** Thrown while decoding, and caught by decodePdu. One shared object, because a stack costs more than all of the decoding. */
export const malformed: Error = new Error('malformed PDU')

export interface Field<Value> {
  size(value: Value): number
  /** Returns the offset of the next value. */
  write(value: Value, bytes: Buffer, at: number): number
  read(cursor: Cursor): Value
}

/** The standard allows less, but carriers issue longer passwords and ids. */
const cStringMax = 255

export const u8: Field<number> = {
  size: () => 1,
  write: (value, bytes, at) => bytes.writeUInt8(value, at),
  read: cursor => {
    const value = cursor.bytes[cursor.at]
    if (value === undefined) throw malformed
    cursor.at += 1
    return value
  },
}

/** Ends with a zero byte. One character is one byte, whatever encoding the peer uses. */
export const cString: Field<string> = {
  size: value => {
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index)
      if (code === 0 || code > 0xff) throw new TypeError('an SMPP string has one byte per character')
    }
    if (value.length > cStringMax) throw new RangeError('the SMPP string is too long')
    return value.length + 1
  },
  write: (value, bytes, at) => {
    const end = at + bytes.write(value, at, 'latin1')
    bytes[end] = 0
    return end + 1
  },
  read: cursor => {
    const end = cursor.bytes.indexOf(0, cursor.at)
    if (end < 0 || end - cursor.at > cStringMax) throw malformed
    const value = cursor.bytes.toString('latin1', cursor.at, end)
    cursor.at = end + 1
    return value
  },
}

/** A length byte and that many bytes. */
export const octets: Field<Buffer> = {
  size: value => {
    if (value.length > 255) throw new RangeError('a short message has at most 255 bytes')
    return value.length + 1
  },
  write: (value, bytes, at) => {
    bytes[at] = value.length
    return at + 1 + value.copy(bytes, at + 1)
  },
  read: cursor => {
    const length = cursor.bytes[cursor.at]
    if (length === undefined) throw malformed
    const begin = cursor.at + 1
    if (begin + length > cursor.bytes.length) throw malformed
    cursor.at = begin + length
    return cursor.bytes.subarray(begin, cursor.at)
  },
}
