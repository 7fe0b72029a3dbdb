import { type ContactInput, genders, maritalStatuses, operations } from '@parley/contract'
import type { CsvRecord } from '../../platform/files/read-records.ts'
import { bodyValidator, type Validator, withoutNames } from '../../platform/problem/validation.ts'
import {
  applyInput,
  type ContactFields,
  type FieldName,
  isIdentified,
  noFields,
} from '../contacts/contact-fields.ts'
import { unguardCell } from './cell.ts'
import { quoted } from './columns.ts'
import { spelledPhone } from './spelled-phone.ts'
import { type DateOrder, notedOrder, writtenDate } from './written-date.ts'

/** A line of a file: its contact, or why it has none. */
export type ContactLine = {
  readonly line: number
  /** Whom it is about, as far as it says so. */
  readonly name: string
  readonly cells: readonly string[]
} & (
  | {
      readonly fields: ContactFields
      /** What could not be read; the contact is imported without it. */
      readonly doubts: readonly string[]
      readonly mistake?: undefined
    }
  | { readonly fields?: undefined; readonly mistake: string }
)

/** The columns of a file, and what its values say about them. */
export interface LineReading {
  readonly fields: readonly (FieldName | undefined)[]
  readonly dateOrders: readonly DateOrder[]
}

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

const labels: Readonly<Record<FieldName, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  emailAddress: 'email address',
  nickname: 'preferred name',
  birthDate: 'birthday',
  phone: 'phone number',
  clientAnniversary: 'date they became a client',
  gender: 'gender',
  maritalStatus: 'marital status',
  address1: 'address',
  address2: 'second address line',
  city: 'city',
  state: 'state',
  postalCode: 'postal code',
}

/** Reads a line. A value that cannot be read costs the value, not the person. */
export function contactLineOf(
  { fields, dateOrders }: LineReading,
  { line, cells: all }: CsvRecord,
): ContactLine {
  const cells = withoutEmptyEnd(all, fields.length)
  const texts = cells.map(cell => unguardCell(cell))
  const name = nameOf(fields, texts)
  if (cells.length !== fields.length) {
    const mistake = `This line has ${cells.length} columns, and the first line has ${fields.length}`
    return { line, name, cells: all, mistake }
  }
  const given: Partial<Record<FieldName, unknown>> = {}
  const values = new Map<FieldName, string>()
  fields.forEach((field, column) => {
    const text = texts[column] ?? ''
    if (field === undefined || text === '' || (isUnknown(text) && !isFreeText(field))) return
    values.set(field, text)
    given[field] = text.includes('\0') ? undefined : readOf(field, text, dateOrders[column] ?? 'unknown')
  })
  for (const field of invalidFields(given)) given[field] = undefined
  const doubts = [...values].flatMap(([field, text]) =>
    given[field] === undefined ? [doubtOf(field, text)] : [],
  )
  const contact = applyInput(noFields, given as ContactInput)
  if (isIdentified(contact)) return { line, name, cells: all, fields: contact, doubts }
  return { line, name, cells: all, mistake: ['No name, number or email in this row', ...doubts].join('. ') }
}

/** Notes how each date column is written. Before any line is read, because one value decides about the others. */
export function notedOrders({ fields, dateOrders }: LineReading, { cells }: CsvRecord): readonly DateOrder[] {
  if (!fields.some(isDate)) return dateOrders
  return dateOrders.map((order, column) =>
    isDate(fields[column]) ? notedOrder(order, (cells[column] ?? '').trim()) : order,
  )
}

const isDate = (field: FieldName | undefined): boolean =>
  field === 'birthDate' || field === 'clientAnniversary'
const isFreeText = (field: FieldName): boolean =>
  !isDate(field) && field !== 'phone' && field !== 'emailAddress' && codes[field] === undefined

/** What people type where they know nothing. */
const isUnknown = (text: string): boolean => /^(?:n\/?a|none|null|nil|unknown|tbd|-+|\?+|\.+)$/i.test(text)

/** Spreadsheets often end lines with empty columns. */
function withoutEmptyEnd(cells: readonly string[], wanted: number): readonly string[] {
  const rest = cells.slice(wanted)
  return rest.every(cell => cell.trim() === '') ? cells.slice(0, wanted) : cells
}

function nameOf(fields: readonly (FieldName | undefined)[], texts: readonly string[]): string {
  const named = (wanted: FieldName): string => texts[fields.indexOf(wanted)] ?? ''
  const full = [named('firstName'), named('lastName')].filter(Boolean).join(' ')
  // The database takes no NUL, and nobody a name without an end.
  return (full || named('emailAddress') || named('phone')).replaceAll('\0', '').slice(0, 100).toWellFormed()
}

function readOf(field: FieldName, text: string, order: DateOrder): unknown {
  const meanings = codes[field]
  if (meanings) return codeOf(meanings, text)
  if (field === 'phone')
    return spelledPhone(text.replace(/^(?:tel|phone|cell|mobile|home|work|[mchwt])[.:]\s*/i, ''))
  if (field === 'emailAddress') return addressIn(text)
  if (!isDate(field)) return text
  const date = writtenDate(text, order)
  const isFuture = date !== undefined && field === 'birthDate' && date > new Date().toISOString().slice(0, 10)
  return isFuture ? undefined : date
}

/** Maria <maria@mail.test> is how mail programs write it. */
function addressIn(text: string): string {
  const [, address] = /^[^<>]*<([^<>]+)>$/.exec(text) ?? []
  return (address ?? text).replace(/^mailto:/i, '').trim()
}

function invalidFields(given: object): readonly FieldName[] {
  const judged = validate(given)
  if (!('error' in judged)) return []
  const { errors } = judged.error.details as { readonly errors: readonly { readonly path: string }[] }
  return errors.map(({ path }) => path.slice(1) as FieldName)
}

const doubtOf = (field: FieldName, text: string): string =>
  `Couldn’t read the ${labels[field]} ${quoted(text)}`

/** Accepts the number, the word, or the word's first letter if unambiguous. */
function codeOf(meanings: Readonly<Record<number, string>>, text: string): number | undefined {
  const wanted = text.toLowerCase()
  const entries = Object.entries(meanings)
  const exact = entries.find(([number, meaning]) => number === wanted || meaning === wanted)
  const byInitial = entries.filter(([, meaning]) => meaning.startsWith(wanted))
  const found = exact ?? (wanted.length === 1 && byInitial.length === 1 ? byInitial[0] : undefined)
  return found && Number(found[0])
}
