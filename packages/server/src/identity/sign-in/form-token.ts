import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from './keys.ts'

export interface FormTokens {
  of(interaction: string): string
  fits(interaction: string, token: unknown): boolean
}

/** Tokens that a form carries to prove that we wrote it, for this one interaction. */
export function createFormTokens(secretKey: Buffer): FormTokens {
  const hash = keyedHash(secretKey, 'form tokens')
  const of = (interaction: string): string => hash(interaction).toString('base64url')
  const fits = (interaction: string, token: unknown): boolean => {
    const expected = Buffer.from(of(interaction))
    const given = Buffer.from(typeof token === 'string' ? token : '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  return { of, fits }
}
