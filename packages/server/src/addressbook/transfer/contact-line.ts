import { type ContactInput, genders, maritalStatuses, operations } from '@parley/contract'
import type { CsvRecord } from '../../platform/files/read-records.ts'
import { bodyValidator, type Validator, withoutNames } from '../../platform/problem/validation.ts'
import {
  applyInput,
  type ContactFields,
  type FieldName,
  identifyingFields,
  isIdentified,
  noFields,
} from '../contacts/contact-fields.ts'
import { unguardCell } from './cell.ts'
import { spelledPhone } from './spelled-phone.ts'

/** A line of a file: its contact, or why it was rejected. */
export type ContactLine =
  | { readonly line: number; readonly fields: ContactFields; readonly mistake?: undefined }
  | { readonly line: number; readonly fields?: undefined; readonly mistake: string }

/**
 * The partner API's rules, so that every way into the address book checks the same. Compiled by the first file: it takes a
 * tenth of a second, which every process and command would pay at its start.
 */
let validator: Validator | undefined
const validate: Validator = given => {
  validator ??= bodyValidator(withoutNames(operations.createContact.body) as object)
  return validator(given)
}

const codes: Partial<Record<FieldName, Readonly<Record<number, string>>>> = {
  gender: genders,
  maritalStatus: maritalStatuses,
}

/** What to do, where the rule alone would not help. */
const advice: Partial<Record<FieldName, string>> = {
  phone: ', or a North American number such as (202) 555-0123',
}

/** An error names the field and the rule, never the value. */
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
    // The first error is enough: an invalid date also fails the rule about the year 1000.
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

/** Accepts the number, the word, or the word's first letter if unambiguous. */
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
