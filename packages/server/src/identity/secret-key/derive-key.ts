import { hkdfSync } from 'node:crypto'
import { allKeys, type SecretKeys } from './secret-keys.ts'

export type Purpose =
  | 'carrier credentials'
  | 'cookies'
  | 'event cursors'
  | 'fingerprints'
  | 'firm sign-in'
  | 'form tokens'
  | 'refresh tokens'
  | 'sign-in failures'
  | 'known devices'
  | 'second factors'
  | 'signing keys'
  | 'webhook secrets'

/** A 256-bit key for one purpose, so that a leak of one does not affect another. */
export const deriveKey = (secretKey: Buffer, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), `parley ${purpose}`, 32))

/** One for each secret key. The first is for everything new, the others are for reading. */
export function deriveKeys(keys: SecretKeys, purpose: Purpose): readonly [Buffer, ...Buffer[]] {
  const [current, ...former] = allKeys(keys)
  return [deriveKey(current, purpose), ...former.map(key => deriveKey(key, purpose))]
}
