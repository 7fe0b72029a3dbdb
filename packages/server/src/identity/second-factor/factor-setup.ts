import { randomBytes } from 'node:crypto'
import { open, seal } from '../secret-key/seal.ts'
import type { SecretKeys } from '../secret-key/secret-keys.ts'

/** The length that RFC 4226 recommends, and the only one that every app accepts. */
const secretBytes = 20
const lifeMs = 15 * 60 * 1_000

const sealingOf = (personId: number, keys: SecretKeys) =>
  ({ keys, purpose: 'second factors', about: `setup of ${personId}` }) as const

export interface FactorSetup {
  readonly secret: Buffer
  /** The secret, encrypted for its person. */
  readonly setup: string
}

/** A new secret. The page holds it until a code confirms it, so that nothing is stored for setups that are never finished. */
export function createSetup(keys: SecretKeys, personId: number, nowMs = Date.now()): FactorSetup {
  const secret = randomBytes(secretBytes)
  const value = { secret: secret.toString('base64'), endsAtMs: nowMs + lifeMs }
  return { secret, setup: seal(value, sealingOf(personId, keys)).toString('base64url') }
}

/** Its secret. Undefined if it is too old, of another person, or not ours. */
export function openSetup(
  keys: SecretKeys,
  personId: number,
  setup: string,
  nowMs = Date.now(),
): Buffer | undefined {
  const opened = open(Buffer.from(setup, 'base64url'), sealingOf(personId, keys))
  const value = opened?.value as { readonly secret: string; readonly endsAtMs: number } | undefined
  return value && value.endsAtMs > nowMs ? Buffer.from(value.secret, 'base64') : undefined
}
