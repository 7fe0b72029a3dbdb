import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** What somebody typed, in E.164; undefined where it cannot be a number. Validity beyond that is the service's to say. */
export function readPhone(typed: string): string | undefined {
  const digits = typed.replace(/[\s().\-/]/g, '')
  const parsed = parsePhoneNumberFromString(typed, 'US')?.number ?? digits
  return /^\+[1-9]\d{7,14}$/.test(parsed) ? parsed : undefined
}
