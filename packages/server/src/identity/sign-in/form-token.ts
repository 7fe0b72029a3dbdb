import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '../secret-key/keyed-hash.ts'
import type { SecretKeys } from '../secret-key/secret-keys.ts'

export interface FormTokens {
  of(occasion: string): string
  fits(occasion: string, token: unknown): boolean
}

/** Tokens that prove that we rendered a form, for one occasion such as an interaction. */
export function createFormTokens(keys: SecretKeys): FormTokens {
  const hash = keyedHash(keys, 'form tokens')
  const isSame = (given: Buffer, expected: Buffer): boolean =>
    given.length === expected.length && timingSafeEqual(given, expected)
  return {
    of: occasion => hash(occasion)[0].toString('base64url'),
    fits: (occasion, token) => {
      const given = Buffer.from(typeof token === 'string' ? token : '')
      return hash(occasion).some(each => isSame(given, Buffer.from(each.toString('base64url'))))
    },
  }
}
