import type { ContactInput } from '@parley/contract'
import { Failure } from '../../lib/failure.ts'
import { readPhone } from '../../lib/read-phone.ts'

export type Field = keyof ContactInput
export type Words = Readonly<Partial<Record<Field, string>>>
export type Before = Readonly<Partial<Record<Field, string | number>>>

/** The fields to save, and the first mistake in them. A field that was emptied is removed from the contact. */
export function readForm(typed: Words, before: Before, isNew: boolean, today: string) {
  const body: Record<string, string | number | null> = {}
  const wrong = (mistakes: Words) => ({ body, mistakes })
  for (const [field, words] of Object.entries(typed) as [Field, string][]) {
    const value = words.trim()
    if (value === String(before[field] ?? '')) continue
    if (value === '') {
      if (!isNew) body[field] = null
    } else if (field === 'gender' || field === 'maritalStatus') body[field] = Number(value)
    else if (field === 'phone') {
      const phone = readPhone(value)
      if (phone === undefined) {
        return wrong({ phone: 'Enter a 10-digit number, or start with + and the country code.' })
      }
      body[field] = phone
    } else if (field === 'emailAddress' && !/^[^\s@]+@[^\s@]+$/.test(value)) {
      return wrong({ emailAddress: 'Enter a full email address.' })
    } else if (field === 'birthDate' && value > today) {
      return wrong({ birthDate: 'A birthday can’t be in the future.' })
    } else body[field] = value
  }
  const isNameless = ['firstName', 'lastName', 'emailAddress', 'phone'].every(
    field => body[field] === undefined,
  )
  return wrong(isNew && isNameless ? { firstName: 'Enter a name, a number or an email address.' } : {})
}

/** Validation errors by field. */
export function mistakesOf(error: unknown): Words {
  if (!(error instanceof Failure)) return {}
  return Object.fromEntries(
    error.mistakes
      .filter(({ path }) => path !== '')
      .map(({ path, message }) => [path.slice(1), `It ${message}.`]),
  )
}
