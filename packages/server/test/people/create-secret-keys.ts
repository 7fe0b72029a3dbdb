import { randomBytes } from 'node:crypto'
import type { SecretKeys } from '../../src/identity/index.ts'

/** The keys of an installation that never had another. */
export const createSecretKeys = (secretKey: Buffer = randomBytes(32)): SecretKeys => ({
  secretKey,
  formerSecretKeys: [],
})
