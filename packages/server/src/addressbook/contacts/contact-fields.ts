import type { ContactInput } from '@parley/contract'

/** Fields a caller may set on a contact. Null means unknown. */
export interface ContactFields {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly emailAddress: string | null
  readonly nickname: string | null
  readonly birthDate: string | null
  readonly phone: string | null
  readonly clientAnniversary: string | null
  readonly gender: number
  readonly maritalStatus: number
  readonly address1: string | null
  readonly address2: string | null
  readonly city: string | null
  readonly state: string | null
  readonly postalCode: string | null
}

export type FieldName = keyof ContactFields

export const noFields: ContactFields = {
  firstName: null,
  lastName: null,
  emailAddress: null,
  nickname: null,
  birthDate: null,
  phone: null,
  clientAnniversary: null,
  gender: 0,
  maritalStatus: 0,
  address1: null,
  address2: null,
  city: null,
  state: null,
  postalCode: null,
}

export const fieldNames = Object.keys(noFields) as readonly FieldName[]

/** The fields after a write: given fields replace, omitted ones stay, null and empty text clear. */
export function applyInput(current: ContactFields, input: ContactInput): ContactFields {
  const given = fieldNames
    .filter(name => input[name] !== undefined)
    .map(name => [name, input[name] === null || input[name] === '' ? noFields[name] : input[name]] as const)
  return { ...current, ...Object.fromEntries(given) }
}

/** Without any of these a contact could not be told apart from another. */
export const identifyingFields = ['firstName', 'lastName', 'emailAddress', 'phone'] as const

export const isIdentified = (fields: ContactFields): boolean =>
  identifyingFields.some(name => fields[name] !== null)

/** A birthday is not in the future if it has begun anywhere: at the earliest in UTC+14. */
export function isBornInFuture({ birthDate }: ContactFields, now = Date.now()): boolean {
  return birthDate !== null && birthDate > new Date(now + 14 * 3_600_000).toISOString().slice(0, 10)
}

export const changedFields = (before: ContactFields, after: ContactFields): readonly FieldName[] =>
  fieldNames.filter(name => before[name] !== after[name])

export const pickFields = (fields: ContactFields, names: readonly FieldName[]): Partial<ContactFields> =>
  Object.fromEntries(names.map(name => [name, fields[name]]))

/** The fields that have a value, for the journal. */
export const knownFields = (fields: ContactFields): Partial<ContactFields> =>
  pickFields(fields, changedFields(noFields, fields))
