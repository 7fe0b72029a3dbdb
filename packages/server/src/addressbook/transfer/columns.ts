import { Problem } from '../../platform/problem/problem.ts'
import { type FieldName, fieldNames, identifyingFields } from '../contacts/contact-fields.ts'

export interface ColumnOptions {
  /** Column titles and the fields they hold, overriding what the titles suggest. */
  readonly map: readonly (readonly [title: string, field: string])[]
  /** Titles of columns to ignore. */
  readonly ignore: readonly string[]
}

export interface Columns {
  /** The field of each column. */
  readonly fields: readonly (FieldName | undefined)[]
  /** Titles of columns that are ignored without having been listed. */
  readonly unused: readonly string[]
}

/**
 * Other names for our fields, in lower case with only letters and digits. If two columns match one field, the earlier
 * name here wins: mobile phone before phone, because it can be texted.
 */
const spellings: Readonly<Record<FieldName, string>> = {
  firstName: 'firstname givenname forename first given fname',
  lastName: 'lastname familyname surname last family lname',
  emailAddress:
    'emailaddress email mail mailaddress primaryemail primaryemailaddress email1 email1value emailaddress1 personalemail homeemail workemail',
  nickname: 'nickname preferredname goesby knownas alias',
  birthDate: 'birthdate birthday dateofbirth dob born',
  phone:
    'mobilephone mobile mobilenumber mobilephonenumber cellphone cell cellnumber cellphonenumber phone phonenumber telephone telephonenumber tel primaryphone phone1value phone1',
  clientAnniversary: 'clientanniversary clientsince customersince clientdate',
  gender: 'gender sex',
  maritalStatus: 'maritalstatus civilstatus',
  address1:
    'address1 address addressline1 streetaddress street street1 homestreet homeaddress mailingstreet mailingaddress address1street',
  address2: 'address2 addressline2 street2 homestreet2 mailingstreet2 apartment apt suite unit',
  city: 'city town homecity mailingcity address1city',
  state:
    'state st province stateprovince stateorprovince homestate mailingstate mailingstateprovince region address1region',
  postalCode:
    'postalcode zip zipcode postcode zippostalcode homepostalcode homezip mailingpostalcode mailingzip mailingzippostalcode address1postalcode',
}

/** Case, spaces, hyphens and underscores do not matter. */
const folded = (title: string): string => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

const known = new Map(
  fieldNames.flatMap(field =>
    spellings[field].split(' ').map((spelling, rank) => [spelling, { field, rank }] as const),
  ),
)

export function resolveColumns(titles: readonly string[], { map, ignore }: ColumnOptions): Columns {
  const fields: (FieldName | undefined)[] = titles.map(() => undefined)
  const settled = new Set<number>()
  for (const [title, name] of map) {
    const field = fieldNames.find(candidate => folded(candidate) === folded(name))
    if (!field) throw refuse(`There is no field ${quoted(name)}. The fields are ${fieldNames.join(', ')}.`)
    if (fields.includes(field)) throw refuse(`Two columns are mapped to the field ${field}.`)
    const column = columnOf(titles, title)
    fields[column] = field
    settled.add(column)
  }
  for (const title of ignore) settled.add(columnOf(titles, title))

  const unused = guess(titles, fields, settled)
  if (!identifyingFields.some(field => fields.includes(field))) {
    const detail = `No column is one of ${identifyingFields.join(', ')}. ${found(titles)}`
    throw new Problem('invalid_request', detail, { remedies: [{ do: 'map columns' }] })
  }
  const isNamed = (column: number): boolean => titles[column]?.trim() !== ''
  const inOrder = unused.filter(isNamed).toSorted((one, other) => one - other)
  return { fields, unused: inOrder.map(column => titles[column] ?? '') }
}

/** Assigns fields by title and returns the columns it could not assign. */
function guess(
  titles: readonly string[],
  fields: (FieldName | undefined)[],
  settled: ReadonlySet<number>,
): number[] {
  const unused: number[] = []
  const candidates = titles
    .map((title, column) => ({ column, ...known.get(folded(title)) }))
    .filter(({ column }) => !settled.has(column))
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
  for (const { column, field } of candidates) {
    if (field === undefined || fields.includes(field)) unused.push(column)
    else fields[column] = field
  }
  return unused
}

/** The field each title suggests, or null. */
export function guessColumns(titles: readonly string[]): (FieldName | null)[] {
  const fields: (FieldName | undefined)[] = titles.map(() => undefined)
  guess(titles, fields, new Set())
  return fields.map(field => field ?? null)
}

/** The columns with fields assigned one by one by the caller. */
export function columnsWith(titles: readonly string[], fields: readonly (FieldName | null)[]): Columns {
  if (fields.length !== titles.length) {
    throw refuse(`The file has ${titles.length} columns, but ${fields.length} fields were given.`)
  }
  const named = fields.filter(field => field !== null)
  const twice = named.find((field, index) => named.indexOf(field) !== index)
  if (twice) throw refuse(`Two columns are mapped to the field ${twice}.`)
  return { fields: fields.map(field => field ?? undefined), unused: [] }
}

function columnOf(titles: readonly string[], wanted: string): number {
  const exact = titles.indexOf(wanted)
  const column = exact >= 0 ? exact : titles.findIndex(title => folded(title) === folded(wanted))
  if (column < 0) throw refuse(`There is no column ${quoted(wanted)}. ${found(titles)}`)
  return column
}

const refuse = (detail: string): Problem => new Problem('invalid_request', detail)

const found = (titles: readonly string[]): string =>
  `The first line names ${titles.slice(0, 100).map(quoted).join(', ')}.`

/** Quoted, without terminal control characters. */
export const quoted = (title: string): string =>
  `"${title
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 60)}"`
