import { createHmac } from 'node:crypto'
import { deriveKey } from '../derive-key.ts'

/** A keyed hash for one purpose, under a key that is of no use for another. */
export function keyedHash(
  secretKey: Buffer,
  purpose: 'form tokens' | 'sign-in failures',
): (text: string) => Buffer {
  const key = deriveKey(secretKey, purpose)
  return text => createHmac('sha256', key).update(text).digest()
}
