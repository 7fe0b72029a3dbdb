import Type from 'typebox'
import { limits } from './limits.ts'

/**
 * Error messages by JSON Schema keyword, where the keyword alone would not tell a caller what to do.
 * Validation puts them in details.errors; the OpenAPI document omits them.
 */
export type Refusal = Readonly<Record<string, string>>
export const refusalKeyword = 'x-refusal'

/**
 * Marks members that a typed client always sends, with the zero of their type: such a zero is the same as absent, unless the
 * other member is true.
 */
export interface ZeroIsAbsent {
  readonly members: readonly string[]
  readonly unless?: string
}
export const zeroIsAbsentKeyword = 'x-zero-is-absent'

/** Marks a list whose items are checked one by one, each with a result of its own. */
export const checkedByLineKeyword = 'x-checked-by-line'

interface Options {
  readonly description: string
  readonly [keyword: string]: unknown
}

const refusal = (words: Refusal): Record<string, Refusal> => ({ [refusalKeyword]: words })

export const id = (options: Options) => Type.Integer({ minimum: 1, maximum: limits.idMax, ...options })

export const count = (options: Options) => Type.Integer({ minimum: 0, maximum: limits.idMax, ...options })

/** E.164. */
export const phonePattern = '^\\+[1-9][0-9]{7,14}$'

export const phone = (options: Options) =>
  Type.String({
    pattern: phonePattern,
    ...refusal({
      pattern: 'must be in E.164 format: a plus sign, a digit from 1 to 9, then 7 to 14 more digits',
    }),
    ...options,
  })

/** Text in a request that must not be blank. */
export const notBlank = { pattern: '\\S', ...refusal({ pattern: 'must not be blank' }) }

/**
 * What can be an address: one at sign, no white space, a domain of at least two labels. Empty text clears the field. Linear: no two
 * neighbours can match the same character.
 */
export const emailAddress = {
  pattern: '^(?:[^\\s@]{1,64}@[^\\s@.]+(?:\\.[^\\s@.]+)+)?$',
  ...refusal({ pattern: 'must be an e-mail address, such as maria@mail.test' }),
}

/** An address that mail is sent to: no quoting, no other alphabet, so that it needs no encoding in a header. */
export const mailAddress = {
  pattern: "^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+$",
  maxLength: 254,
  ...refusal({ pattern: 'must be an e-mail address, such as webhooks@crm.example.com' }),
}

/** Text in a response. Empty text is omitted. */
export const words = (options: Options) => Type.String({ minLength: 1, ...options })

/** Unix time in milliseconds. The lower bound, in March 1973, catches callers who send seconds. */
export const epochMs = (options: Options) =>
  Type.Number({
    minimum: 100_000_000_000,
    maximum: 8_640_000_000_000_000,
    ...refusal({ minimum: 'looks like seconds: send Unix time in milliseconds' }),
    ...options,
  })

/** A calendar date. The pattern limits the year to what every database and calendar supports. */
export const calendarDate = (options: Options) =>
  Type.String({
    format: 'date',
    pattern: '^[12][0-9]{3}-',
    ...refusal({
      format: 'must be a calendar date in the format YYYY-MM-DD',
      pattern: 'must be a calendar date in the format YYYY-MM-DD, from the year 1000 to 2999',
    }),
    ...options,
  })

/** An instant in a request: RFC 3339 with any offset. */
export const instantInput = (options: Options) =>
  Type.String({
    format: 'date-time',
    pattern: '^[12][0-9]{3}-',
    ...refusal({
      format: 'must be an RFC 3339 date and time, such as 2026-03-09T14:30:00.000Z',
      pattern: 'must be an RFC 3339 date and time, from the year 1000 to 2999',
    }),
    ...options,
  })

/** An instant in a response: RFC 3339, UTC, milliseconds. */
export const instant = (options: Options) =>
  Type.String({
    format: 'date-time',
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
    ...options,
  })

/**
 * A list that is planned but not supported yet. A non-empty list is rejected: if it were ignored, the caller would believe
 * it had been sent.
 */
export const notServedYet = (what: string) => {
  const message = `is not supported yet: ${what} cannot be sent`
  return Type.Optional(
    Type.Unsafe<readonly never[] | null>({
      type: ['array', 'null'],
      items: {},
      maxItems: 0,
      description: `Not supported yet: a request with ${what} is rejected. Omit this field.`,
      ...refusal({ type: message, maxItems: message }),
    }),
  )
}

type Typed = Type.TSchema & { readonly type?: string; readonly enum?: readonly unknown[] }

/** The same field, or null. A type list instead of a union, so that a validation error stays one sentence. */
export const nullable = <Schema extends Typed>(schema: Schema) =>
  Type.Unsafe<Type.Static<Schema> | null>({
    ...schema,
    ...(schema.type === undefined ? {} : { type: [schema.type, 'null'] }),
    ...(schema.enum === undefined ? {} : { enum: [...schema.enum, null] }),
  })
