import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** As people write it: national for numbers of North America, which the app's users live with, else international. */
export function showPhone(phone: string): string {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone)
  if (american) return `(${american[1]}) ${american[2]}-${american[3]}`
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone
}

/** What somebody typed, in E.164; undefined where it cannot be a number. Validity beyond that is the service's to say. */
export function readPhone(typed: string): string | undefined {
  const digits = typed.replace(/[\s().\-/]/g, '')
  const parsed = parsePhoneNumberFromString(typed, 'US')?.number ?? digits
  return /^\+[1-9]\d{7,14}$/.test(parsed) ? parsed : undefined
}
