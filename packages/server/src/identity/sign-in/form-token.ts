import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from './keys.ts'

export interface FormTokens {
  of(occasion: string): string
  fits(occasion: string, token: unknown): boolean
}

/** Tokens that prove that we rendered a form, for one occasion such as an interaction. */
export function createFormTokens(secretKey: Buffer): FormTokens {
  const hash = keyedHash(secretKey, 'form tokens')
  const of = (occasion: string): string => hash(occasion).toString('base64url')
  const fits = (occasion: string, token: unknown): boolean => {
    const expected = Buffer.from(of(occasion))
    const given = Buffer.from(typeof token === 'string' ? token : '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  return { of, fits }
}
