import { FormatError } from '../format-error.ts'

/** A decimal number without leading zeros, up to 2^53 - 1. */
export function parseDecimal(text: string, what: string): number {
  const value = /^(?:0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(value)) throw new FormatError(`${what} is not a decimal number below 2^53.`)
  return value
}
