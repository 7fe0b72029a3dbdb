import Type from 'typebox'
import { limits } from './limits.ts'

/**
 * Words for a refusal, by JSON Schema keyword, where the keyword alone would not tell a caller what to do.
 * Validation quotes them in details.errors; the OpenAPI description leaves them out.
 */
export type Refusal = Readonly<Record<string, string>>
export const refusalKeyword = 'x-refusal'

interface Options {
  readonly description: string
  readonly [keyword: string]: unknown
}

const refusal = (words: Refusal): Record<string, Refusal> => ({ [refusalKeyword]: words })

export const id = (options: Options) => Type.Integer({ minimum: 1, maximum: limits.idMax, ...options })

export const count = (options: Options) => Type.Integer({ minimum: 0, maximum: limits.idMax, ...options })

export const phone = (options: Options) =>
  Type.String({
    pattern: '^\\+[1-9][0-9]{7,14}$',
    ...refusal({ pattern: 'must be in E.164: a plus sign, a digit from 1 to 9, then 7 to 14 more digits' }),
    ...options,
  })

/** Text that we give out: never empty, left out instead. */
export const words = (options: Options) => Type.String({ minLength: 1, ...options })

/** Unix time in milliseconds. The lower bound, in March 1973, catches callers who send seconds. */
export const epochMs = (options: Options) =>
  Type.Number({
    minimum: 100_000_000_000,
    maximum: 8_640_000_000_000_000,
    ...refusal({ minimum: 'looks like seconds: send Unix time in milliseconds' }),
    ...options,
  })

/** A real calendar day. The pattern keeps the year within what every database and calendar can hold. */
export const calendarDate = (options: Options) =>
  Type.String({
    format: 'date',
    pattern: '^[12][0-9]{3}-',
    ...refusal({
      format: 'must be a calendar date written YYYY-MM-DD',
      pattern: 'must be a calendar date written YYYY-MM-DD, from the year 1000 to 2999',
    }),
    ...options,
  })

/** An instant given to us: RFC 3339 with any offset. */
export const instantInput = (options: Options) =>
  Type.String({
    format: 'date-time',
    pattern: '^[12][0-9]{3}-',
    ...refusal({
      format: 'must be a date and time as in RFC 3339, such as 2026-03-09T14:30:00.000Z',
      pattern: 'must be a date and time as in RFC 3339, from the year 1000 to 2999',
    }),
    ...options,
  })

/** An instant that we give out: RFC 3339, UTC, milliseconds. */
export const instant = (options: Options) =>
  Type.String({
    format: 'date-time',
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
    ...options,
  })

type Typed = Type.TSchema & { readonly type?: string; readonly enum?: readonly unknown[] }

/** The same field, or null. One type list instead of a union, so that a refusal is one sentence. */
export const nullable = <Schema extends Typed>(schema: Schema) =>
  Type.Unsafe<Type.Static<Schema> | null>({
    ...schema,
    ...(schema.type === undefined ? {} : { type: [schema.type, 'null'] }),
    ...(schema.enum === undefined ? {} : { enum: [...schema.enum, null] }),
  })
