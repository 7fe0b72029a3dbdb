// Each answers what is wrong, as a sentence for the person who wrote it, or nothing.

/** Undefined: nothing is wrong. */
export type Mistake = string | undefined

export const nameCharactersMax = 200
const emailCharactersMax = 254
const passwordCharactersMin = 12
const passwordCharactersMax = 128

// A name stands on pages and in terminals: control characters would act there, and marks of writing direction make
// it read as another.
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

export function nameMistake(name: string): Mistake {
  const length = charactersOf(name)
  if (name.trim() !== name || length === 0 || length > nameCharactersMax) {
    return `The name must have 1 to ${nameCharactersMax} characters and no space at either end.`
  }
  return misleading.test(name) ? 'The name must not contain control characters.' : undefined
}

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

/** Offsets such as +05:00 pass for time zones in JavaScript, but know no daylight saving time. */
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

export function phoneMistake(number: string): Mistake {
  if (/^\+[1-9][0-9]{7,14}$/.test(number)) return undefined
  return 'The number must be in E.164: a plus sign, a digit from 1 to 9, then 7 to 14 more digits, such as +12025550123.'
}

/** Length and nothing else: rules about its characters make passwords weaker, not stronger. */
export function passwordMistake(password: string): Mistake {
  const length = charactersOf(password)
  if (length >= passwordCharactersMin && length <= passwordCharactersMax) return undefined
  return `The password must have ${passwordCharactersMin} to ${passwordCharactersMax} characters.`
}

const charactersOf = (text: string): number => [...text].length
