// Each returns the error as a sentence for the person who entered the value, or undefined.
import { phonePattern } from '@parley/contract'

/** Undefined: valid. */
export type Mistake = string | undefined

export const nameCharactersMax = 200
const emailCharactersMax = 254
const passwordCharactersMin = 12
const passwordCharactersMax = 128

// Names appear on pages and in terminals: control characters would act there, and direction marks make a name read differently.
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

export function nameMistake(name: string): Mistake {
  // In code units, in which the texts that show it are limited.
  const { length } = name
  if (name.trim() !== name || length === 0 || length > nameCharactersMax) {
    return `The name must have 1 to ${nameCharactersMax} characters and no space at either end.`
  }
  return misleading.test(name) ? 'The name must not contain control characters.' : undefined
}

/**
 * Names of advisors and firms appear in texts to clients: consent requests, HELP and the confirmation of a STOP. A phone makes
 * a link of anything that looks like a URL, and nobody reviews these texts one by one.
 */
export const textedNameMistake = (name: string): Mistake =>
  nameMistake(name) ??
  (/\/\/|@|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}/iu.test(name)
    ? 'The name must not contain a web or e-mail address: it stands in texts to clients.'
    : undefined)

export function identifierMistake(identifier: string): Mistake {
  // Both are subjects of tokens, so an advisor's must not look like a client id.
  if (identifier.startsWith('app_')) return 'The identifier must not start with app_, as client ids do.'
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/.test(identifier)) return undefined
  return 'The identifier must have 1 to 64 characters: lower-case letters, digits, dot, hyphen and underscore, the first a letter or digit.'
}

const emailPattern =
  /^[^\s@<>()[\]",;:\\\p{C}]{1,64}@([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

export function emailMistake(email: string): Mistake {
  if (email.length <= emailCharactersMax && emailPattern.test(email)) return undefined
  return 'The e-mail address must be written like avery@example.com.'
}

/** JavaScript accepts offsets such as +05:00 as time zones, but they have no daylight saving time. */
export function timeZoneMistake(timeZone: string): Mistake {
  if (/^[A-Za-z]/.test(timeZone) && isTimeZone(timeZone)) return undefined
  return 'The time zone must be one of the IANA names, such as America/New_York.'
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const phone = new RegExp(phonePattern)

export function phoneMistake(number: string): Mistake {
  if (phone.test(number)) return undefined
  return 'The number must be in E.164 format: a plus sign, a digit from 1 to 9, then 7 to 14 more digits, such as +12025550123.'
}

/** Length only: composition rules make passwords weaker, not stronger. */
export function passwordMistake(password: string): Mistake {
  const length = charactersOf(password)
  if (length >= passwordCharactersMin && length <= passwordCharactersMax) return undefined
  return `The password must have ${passwordCharactersMin} to ${passwordCharactersMax} characters.`
}

const charactersOf = (text: string): number => [...text].length
