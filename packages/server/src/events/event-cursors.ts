import { createCipheriv, createDecipheriv } from 'node:crypto'
import { deriveKey } from '../identity/index.ts'

/** A position in the log as partners get it: opaque, so that nobody sees the traffic of others, and not to be forged. */
export interface EventCursors {
  print(position: number): string
  /** Undefined: not a cursor of this cell. */
  parse(cursor: string): number | undefined
}

const version = 1
const blockBytes = 16
/** Six bytes of zeros: a random block has them once in 2^48 times, and the right version and cell even more seldom. */
const checkBytes = 6

/** One AES block: version, cell (2), position (7), zeros. The same position is always the same cursor. */
export function createEventCursors(secretKey: Buffer, cell: number): EventCursors {
  const key = deriveKey(secretKey, 'event cursors')
  // Blocks do not depend on each other, so one cipher encrypts them all: to create one takes 20 times longer than a block.
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const head = Buffer.from([version, cell >> 8, cell & 0xff])
  const check = Buffer.alloc(checkBytes)
  return {
    print: position => {
      const block = Buffer.concat([head, Buffer.alloc(7), check])
      block.writeUIntBE(Math.floor(position / 0x1_0000), head.length, 5)
      block.writeUInt16BE(position % 0x1_0000, head.length + 5)
      return cipher.update(block).toString('base64url')
    },
    parse: cursor => {
      const sealed = Buffer.from(cursor, 'base64url')
      // Other spellings of the same bytes are refused, too.
      if (sealed.length !== blockBytes || sealed.toString('base64url') !== cursor) return undefined
      const block = decipher.update(sealed)
      const isOurs = block.subarray(0, head.length).equals(head) && block.subarray(-checkBytes).equals(check)
      const position = block.readUIntBE(head.length, 5) * 0x1_0000 + block.readUInt16BE(head.length + 5)
      return isOurs && Number.isSafeInteger(position) ? position : undefined
    },
  }
}
