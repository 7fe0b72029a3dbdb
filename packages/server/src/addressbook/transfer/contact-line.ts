import { type ContactInput, genders, maritalStatuses, operations } from '@parley/contract'
import type { CsvRecord } from '../../files/read-records.ts'
import { bodyValidator, withoutNames } from '../../http/validation.ts'
import {
  applyInput,
  type ContactFields,
  type FieldName,
  identifyingFields,
  isIdentified,
  noFields,
} from '../contact-fields.ts'
import { unguardCell } from './cell.ts'
import { spelledPhone } from './spelled-phone.ts'

/** A line of a file: the contact it gives, or why it gives none. */
export type ContactLine =
  | { readonly line: number; readonly fields: ContactFields; readonly mistake?: undefined }
  | { readonly line: number; readonly fields?: undefined; readonly mistake: string }

/** The rules of the partner interface, so that no way into the address book is wider than another. */
const validate = bodyValidator(withoutNames(operations.createContact.body) as object)

const codes: Partial<Record<FieldName, Readonly<Record<number, string>>>> = {
  gender: genders,
  maritalStatus: maritalStatuses,
}

/** What to do, where the rule alone would leave a person at a loss. */
const advice: Partial<Record<FieldName, string>> = {
  phone: ', or a North American number such as (202) 555-0123',
}

/** A mistake names the field and the rule, never the value. */
export function contactLineOf(
  columns: readonly (FieldName | undefined)[],
  { line, cells }: CsvRecord,
): ContactLine {
  if (cells.length !== columns.length) {
    return { line, mistake: `it has ${cells.length} columns, and the first line has ${columns.length}` }
  }
  const given: Partial<Record<FieldName, unknown>> = {}
  const mistakes = new Map<FieldName, string>()
  columns.forEach((field, column) => {
    const text = unguardCell(cells[column] ?? '')
    if (field === undefined || text === '') return
    given[field] = field in codes ? codeOf(codes[field] ?? {}, text) : plainOf(field, text)
    if (given[field] === undefined) mistakes.set(field, `must be one of ${legend(codes[field] ?? {})}`)
    if (text.includes('\0')) mistakes.set(field, 'holds a NUL character, which cannot be stored')
  })
  const judged = validate(given)
  for (const { path, message } of 'error' in judged ? errorsOf(judged.error.details) : []) {
    const field = path.slice(1) as FieldName
    // The first is enough: what is no date at all is also none from the year 1000 on.
    if (!mistakes.has(field)) mistakes.set(field, `${message}${advice[field] ?? ''}`)
  }
  if (mistakes.size > 0) {
    return { line, mistake: [...mistakes].map(([field, message]) => `${field} ${message}`).join('; ') }
  }
  const fields = applyInput(noFields, given as ContactInput)
  if (isIdentified(fields)) return { line, fields }
  return { line, mistake: `it has none of ${identifyingFields.join(', ')}` }
}

const plainOf = (field: FieldName, text: string): string => (field === 'phone' ? spelledPhone(text) : text)

const errorsOf = (details: unknown) => (details as { errors: { path: string; message: string }[] }).errors

/** By its number, its word, or the word's first letter where that is the only one. */
function codeOf(meanings: Readonly<Record<number, string>>, text: string): number | undefined {
  const wanted = text.toLowerCase()
  const entries = Object.entries(meanings)
  const exact = entries.find(([number, meaning]) => number === wanted || meaning === wanted)
  const byInitial = entries.filter(([, meaning]) => meaning.startsWith(wanted))
  const found = exact ?? (wanted.length === 1 && byInitial.length === 1 ? byInitial[0] : undefined)
  return found && Number(found[0])
}

const legend = (meanings: Readonly<Record<number, string>>): string =>
  Object.entries(meanings)
    .map(([number, meaning]) => `${number} ${meaning}`)
    .join(', ')
