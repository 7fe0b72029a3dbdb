import { createHash, randomBytes } from 'node:crypto'
import type { Environment } from '../platform/db/migrate.ts'

/** The kind of secret, as in its prefix. */
const kinds = {
  clientSecret: 'secret',
  apiKey: 'key',
  directoryToken: 'directory',
  signInLink: 'once',
} as const

export interface IssuedSecret {
  /** Shown once, not stored. */
  readonly secret: string
  readonly hash: Buffer
  /** The last four characters, so that people can tell secrets apart. */
  readonly hint: string
}

/** A new secret of 256 random bits, such as parley_key_sandbox_…: scanners and people see its kind and environment. */
export function issueSecret(kind: keyof typeof kinds, environment: Environment): IssuedSecret {
  const secret = `parley_${kinds[kind]}_${environment}_${randomBytes(32).toString('base64url')}`
  return { secret, hash: hashSecret(secret), hint: secret.slice(-4) }
}

/** A plain hash is enough: 256 random bits cannot be guessed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()
