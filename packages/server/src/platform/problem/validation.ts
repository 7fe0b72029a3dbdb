import {
  checkedByLineKeyword,
  messageTextKeyword,
  mistakeInMessageText,
  refusalKeyword,
  zeroIsAbsentKeyword,
} from '@parley/contract'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { absentMembers } from './absent-members.ts'
import { Problem } from './problem.ts'

type Schema = Readonly<Record<string, unknown>>

const shownErrorsMax = 10

const ajv = new Ajv2020({
  allErrors: true, // callers fix all errors at once; body size, list and depth limits bound the work
  allowUnionTypes: true,
  coerceTypes: false, // 7 is not "7"
  removeAdditional: 'all', // unknown fields are ignored
  strictTypes: false,
  useDefaults: true,
  verbose: true, // includes the schema of the field, which may hold our own wording
})
formats.default(ajv, ['date', 'date-time', 'uri', 'uuid'])
ajv.addVocabulary([refusalKeyword, zeroIsAbsentKeyword, checkedByLineKeyword])
ajv.addKeyword({
  keyword: messageTextKeyword,
  type: 'string',
  validate: (_: true, text: string) => mistakeInMessageText(text) === undefined,
})

/** The schema without the ids that OpenAPI hoists: the validator rejects a repeated $id. */
export const withoutNames = (schema: unknown): unknown => without(['$id', 'examples'], schema)

/** The schema of a request, where a list whose items have results of their own may hold anything. */
export function withoutLines(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutLines)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== 'items' || !(checkedByLineKeyword in schema))
      .map(([key, value]) => [key, withoutLines(value)]),
  )
}

/** The schema with every field optional. */
export const withoutRequired = (schema: unknown): unknown => without(['required'], schema)

function without(keywords: readonly string[], schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(item => without(keywords, item))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !keywords.includes(key))
      .map(([key, value]) => [key, without(keywords, value)]),
  )
}

export type Validator = (data: unknown) => { value: unknown } | { error: Problem }

/** A validator for a body: strips unknown and absent members and coerces nothing. */
export function bodyValidator(schema: object): Validator {
  const validate = ajv.compile(schema)
  const dropAbsent = absentMembers(schema as Schema)
  return data => {
    dropAbsent?.(data)
    return judge(validate, data)
  }
}

/** A validator for path or query, where every value arrives as text: only a plain decimal integer becomes a number. */
export function textValidator(schema: object): Validator {
  const validate = ajv.compile(schema)
  const properties = Object.entries((schema as { properties: Record<string, Schema> }).properties)
  const integers = properties.filter(([, property]) => property['type'] === 'integer')
  return data => {
    const values = { ...(data as Record<string, unknown>) }
    for (const [name, { maximum }] of integers) {
      const text = values[name]
      if (typeof text !== 'string' || !/^(0|-?[1-9][0-9]*)$/.test(text)) continue
      const integer = Number(text)
      // Without a maximum, as in a page number, the largest exact integer is as far past the end as a larger one.
      values[name] = maximum === undefined ? Math.min(integer, Number.MAX_SAFE_INTEGER) : integer
    }
    return judge(validate, values)
  }
}

function judge(validate: ValidateFunction, data: unknown): ReturnType<Validator> {
  if (validate(data)) return { value: data }
  const errors = (validate.errors ?? []).filter(({ keyword, schemaPath }) => {
    const insideChoice = /\/(oneOf|anyOf)\/\d/.test(schemaPath)
    return !insideChoice && keyword !== 'if'
  })
  // A body that is no object breaks every rule about its members; only its type helps the caller.
  const ofWhole = errors.filter(({ keyword, instancePath }) => keyword === 'type' && instancePath === '')
  return { error: refusal(firstOfEachField(ofWhole.length > 0 ? ofWhole : errors)) }
}

/** Stops at the most that is shown: lists of 10,000 invalid items have as many errors. */
function firstOfEachField(errors: readonly ErrorObject[]): FieldError[] {
  const firsts = new Map<string, FieldError>()
  for (const error of errors) {
    const explained = explain(error)
    if (!firsts.has(explained.path)) firsts.set(explained.path, explained)
    if (firsts.size === shownErrorsMax) break
  }
  return [...firsts.values()]
}

interface FieldError {
  /** JSON pointer to the field. */
  readonly path: string
  readonly message: string
}

function refusal(errors: readonly FieldError[]): Problem {
  const [first] = errors
  const detail = first
    ? `The request is invalid: ${[subjectOf(first), first.message].join(' ').trim()}.`
    : 'The request is invalid.'
  return new Problem('invalid_request', detail, { details: { errors } })
}

/** Messages about several members name them; all others begin with a verb. */
const subjectOf = ({ path, message }: FieldError): string =>
  path || (message.startsWith('must ') ? 'the body' : '')

/** Without null, which is the same as absent. */
const typesOf = (types: unknown): string => {
  const names = [types].flat().filter(name => name !== 'null')
  return names
    .map(name => (/^[aeio]/.test(String(name)) ? `an ${String(name)}` : `a ${String(name)}`))
    .join(' or ')
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** In place of the validator's own words. */
const limitWords: Readonly<Record<string, (limit: number) => string>> = {
  minItems: limit => `must have at least ${counted(limit, 'item')}`,
  maxItems: limit => `must have at most ${counted(limit, 'item')}`,
  minLength: limit => `must have at least ${counted(limit, 'character')}`,
  maxLength: limit => `must have at most ${counted(limit, 'character')}`,
  minProperties: limit => `must have at least ${counted(limit, 'member')}`,
  maxProperties: limit => `must have at most ${counted(limit, 'member')}`,
  minimum: limit => `must be at least ${limit}`,
  maximum: limit => `must be at most ${limit}`,
}

/** Never quotes the value: it may be a phone number or a text. */
function explain(error: ErrorObject): FieldError {
  const { instancePath, keyword, params, parentSchema, message, data } = error
  const words = (parentSchema?.[refusalKeyword] as Record<string, string> | undefined)?.[keyword]
  if (words !== undefined) return { path: instancePath, message: words }
  const limit = limitWords[keyword]
  if (limit) return { path: instancePath, message: limit(Number(params['limit'])) }
  switch (keyword) {
    case 'required':
      return { path: `${instancePath}/${String(params['missingProperty'])}`, message: 'is required' }
    case messageTextKeyword:
      return { path: instancePath, message: mistakeInMessageText(String(data)) ?? 'is not valid' }
    case 'enum':
      return {
        path: instancePath,
        message: `must be one of ${(params['allowedValues'] as unknown[])
          .filter(value => value !== null)
          .map(String)
          .join(', ')}`,
      }
    case 'type':
      return { path: instancePath, message: `must be ${typesOf(params['type'])}` }
    case 'pattern':
    case 'format':
      return { path: instancePath, message: 'does not have the required format' }
    default:
      return { path: instancePath, message: message ?? 'is not valid' }
  }
}
