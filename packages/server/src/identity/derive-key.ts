import { hkdfSync } from 'node:crypto'

export type Purpose =
  | 'carrier credentials'
  | 'cookies'
  | 'event cursors'
  | 'form tokens'
  | 'refresh tokens'
  | 'sign-in failures'
  | 'known devices'
  | 'signing keys'
  | 'webhook secrets'

/** A 256-bit key for one purpose, so that a leak of one does not affect another. */
export const deriveKey = (secretKey: Buffer, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), `parley ${purpose}`, 32))
