import { createHmac } from 'node:crypto'
import { deriveKey } from '../derive-key.ts'

/** A keyed hash for one purpose, with a key used for nothing else. */
export function keyedHash(
  secretKey: Buffer,
  purpose: 'form tokens' | 'sign-in failures' | 'known devices',
): (text: string) => Buffer {
  const key = deriveKey(secretKey, purpose)
  return text => createHmac('sha256', key).update(text).digest()
}
