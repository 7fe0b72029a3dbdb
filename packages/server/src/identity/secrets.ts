import { createHash, randomBytes } from 'node:crypto'
import type { Environment } from '../db/migrate.ts'

/** What kind of secret it is, as its prefix says. */
const kinds = { clientSecret: 'secret', apiKey: 'key' } as const

export interface IssuedSecret {
  /** Shown once, kept nowhere. */
  readonly secret: string
  readonly hash: Buffer
  /** The last four characters, so that people can tell secrets apart. */
  readonly hint: string
}

/** A new secret of 256 random bits, such as parley_key_sandbox_…: scanners and people see what and where it is for. */
export function issueSecret(kind: keyof typeof kinds, environment: Environment): IssuedSecret {
  const secret = `parley_${kinds[kind]}_${environment}_${randomBytes(32).toString('base64url')}`
  return { secret, hash: hashSecret(secret), hint: secret.slice(-4) }
}

/** A plain hash is enough: nobody guesses 256 random bits. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()
