import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** What somebody typed, in E.164; undefined where it cannot be a number. Validity beyond that is the service's to say. */
export function readPhone(typed: string): string | undefined {
  const digits = typed.replace(/[\s().\-/]/g, '')
  const parsed = parsePhoneNumberFromString(typed, 'US')?.number ?? digits
  // In North America ten digits follow the 1: a number without its area code would be somebody else's.
  return /^\+(1\d{10}|[2-9]\d{7,14})$/.test(parsed) ? parsed : undefined
}
