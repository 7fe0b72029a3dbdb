import { hkdfSync } from 'node:crypto'

export type Purpose =
  | 'carrier credentials'
  | 'cookies'
  | 'form tokens'
  | 'refresh tokens'
  | 'sign-in failures'
  | 'signing keys'

/** A key of 256 bits for one purpose, so that what leaks of one says nothing about another. */
export const deriveKey = (secretKey: Buffer, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), `parley ${purpose}`, 32))
