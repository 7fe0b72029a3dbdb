import { createCipheriv, createDecipheriv } from 'node:crypto'
import { deriveKeys, type SecretKeys } from '../identity/index.ts'

/** A position in the log, and how often the database had been restored when it was printed. */
export interface CursorPlace {
  readonly position: number
  readonly restores: number
}

/** A position in the log as partners get it: opaque, so that nobody sees the traffic of others, and not to be forged. */
export interface EventCursors {
  print(place: CursorPlace): string
  /** Undefined: not a cursor of this cell. */
  parse(cursor: string): CursorPlace | undefined
}

const version = 1
const blockBytes = 16
/** Where the number of restores is. Cursors from before have zeros there. */
const restoresAt = 10
/** Zeros: a random block has them once in 2^32 times, and the right version and cell even more seldom. */
const checkBytes = 4

/** One AES block: version, cell (2), position (7), restores (2), zeros. With one key, the same place is always the same cursor. */
export function createEventCursors(keys: SecretKeys, cell: number): EventCursors {
  const derived = deriveKeys(keys, 'event cursors')
  // Blocks do not depend on each other, so one cipher encrypts them all: to create one takes 20 times longer than a block.
  const cipher = createCipheriv('aes-256-ecb', derived[0], null).setAutoPadding(false)
  const deciphers = derived.map(key => createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false))
  const head = Buffer.from([version, cell >> 8, cell & 0xff])
  const check = Buffer.alloc(checkBytes)
  const isOurs = (block: Buffer): boolean =>
    block.subarray(0, head.length).equals(head) && block.subarray(-checkBytes).equals(check)
  return {
    print: ({ position, restores }) => {
      const block = Buffer.concat([head, Buffer.alloc(9), check])
      block.writeUIntBE(Math.floor(position / 0x1_0000), head.length, 5)
      block.writeUInt16BE(position % 0x1_0000, head.length + 5)
      block.writeUInt16BE(restores, restoresAt)
      return cipher.update(block).toString('base64url')
    },
    parse: cursor => {
      const sealed = Buffer.from(cursor, 'base64url')
      // Other spellings of the same bytes are refused, too.
      if (sealed.length !== blockBytes || sealed.toString('base64url') !== cursor) return undefined
      const block = deciphers.map(decipher => decipher.update(sealed)).find(isOurs)
      if (!block) return undefined
      const position = block.readUIntBE(head.length, 5) * 0x1_0000 + block.readUInt16BE(head.length + 5)
      const restores = block.readUInt16BE(restoresAt)
      return Number.isSafeInteger(position) ? { position, restores } : undefined
    },
  }
}
