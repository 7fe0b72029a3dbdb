import { deriveKey } from './derive-key.ts'

/** Names a secret key to people without revealing anything of it. */
export const fingerprint = (secretKey: Buffer): string =>
  deriveKey(secretKey, 'fingerprints').subarray(0, 4).toString('hex')
