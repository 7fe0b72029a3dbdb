import { createHmac } from 'node:crypto'
import { deriveKeys } from './derive-key.ts'
import type { SecretKeys } from './secret-keys.ts'

/** Keyed hashes for one purpose, with keys used for nothing else: the first is of the current key. */
export function keyedHash(
  keys: SecretKeys,
  purpose: 'form tokens' | 'refresh tokens' | 'sign-in failures' | 'known devices',
): (text: string) => readonly [Buffer, ...Buffer[]] {
  const [current, ...former] = deriveKeys(keys, purpose)
  const hash = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
  return text => [hash(current, text), ...former.map(key => hash(key, text))]
}
