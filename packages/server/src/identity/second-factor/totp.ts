import { createHmac, timingSafeEqual } from 'node:crypto'

const stepSeconds = 30
const digits = 6

/** The code of a step, by RFC 6238 with SHA-1: the only hash that every authenticator app supports. */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export const stepAt = (ms: number): number => Math.floor(ms / 1_000 / stepSeconds)

/** The step of a code: now, or one before or after, because clocks differ. Compared in constant time. */
export function findStep(secret: Buffer, code: string, nowMs: number): number | undefined {
  const entered = Buffer.from(code)
  const now = stepAt(nowMs)
  // The latest, so that a code that fits two of them is used up for both.
  return [now - 1, now, now + 1].findLast(step => {
    const expected = Buffer.from(codeAt(secret, step))
    return entered.length === expected.length && timingSafeEqual(entered, expected)
  })
}
