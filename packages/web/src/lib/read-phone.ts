import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Typed number in E.164 format, or undefined if it cannot be one. The service checks the rest. */
export function readPhone(typed: string): string | undefined {
  const digits = typed.replace(/[\s().\-/]/g, '')
  const parsed = parsePhoneNumberFromString(typed, 'US')?.number ?? digits
  // North American numbers have ten digits after the 1; without the area code it would be another number.
  return /^\+(1\d{10}|[2-9]\d{7,14})$/.test(parsed) ? parsed : undefined
}
