import { limits, type Operation, refusalKeyword } from '@parley/contract'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { Problem } from './problem.ts'

type Schema = Readonly<Record<string, unknown>>

const shownErrorsMax = 10

const ajv = new Ajv2020({
  allErrors: true, // a caller mends all mistakes at once; body size, list and depth limits bound the work
  allowUnionTypes: true,
  coerceTypes: false, // 7 is not "7"
  removeAdditional: 'all', // unknown fields are ignored
  strictTypes: false,
  useDefaults: true,
  verbose: true, // gives the schema of the field, which may hold our own words for the refusal
})
formats.default(ajv, ['date', 'date-time', 'uri', 'uuid'])
ajv.addVocabulary([refusalKeyword])
ajv.addKeyword({
  keyword: 'maxTrimmedLength',
  type: 'string',
  schemaType: 'number',
  validate: (max: number, text: string) => text.length <= max || [...text.trim()].length <= max,
})

/** The schema without the names that OpenAPI hoists: the validator would take the same $id twice for a clash. */
export function withoutNames(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNames)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== '$id' && key !== 'examples')
      .map(([key, value]) => [key, withoutNames(value)]),
  )
}

export type Validator = (data: unknown) => { value: unknown } | { error: Problem }

/** A validator for a body: it strips unknown fields and coerces nothing. */
export function bodyValidator(schema: object): Validator {
  const validate = ajv.compile(schema)
  return data => judge(validate, data)
}

/** A validator for path or query, where every value arrives as text: only a plainly written integer becomes a number. */
export function textValidator(schema: object): Validator {
  const validate = ajv.compile(schema)
  const properties = Object.entries((schema as { properties: Record<string, Schema> }).properties)
  const integers = properties.filter(([, property]) => property['type'] === 'integer').map(([name]) => name)
  return data => {
    const values = { ...(data as Record<string, unknown>) }
    for (const name of integers) {
      const text = values[name]
      if (typeof text === 'string' && /^(0|-?[1-9][0-9]{0,16})$/.test(text)) values[name] = Number(text)
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
  return { error: refusal(errors.slice(0, shownErrorsMax).map(explain)) }
}

interface FieldError {
  /** JSON pointer to the field. */
  readonly path: string
  readonly message: string
}

function refusal(errors: readonly FieldError[]): Problem {
  const [first] = errors
  const detail = first
    ? `The request does not fit the operation: ${first.path || 'it'} ${first.message}.`
    : 'The request does not fit the operation.'
  return new Problem('invalid_request', detail, { details: { errors } })
}

/** Never quotes the value: it may be a phone number or a text. */
function explain(error: ErrorObject): FieldError {
  const { instancePath, keyword, params, parentSchema, message } = error
  const words = (parentSchema?.[refusalKeyword] as Record<string, string> | undefined)?.[keyword]
  if (words !== undefined) return { path: instancePath, message: words }
  switch (keyword) {
    case 'required':
      return { path: `${instancePath}/${String(params['missingProperty'])}`, message: 'is required' }
    case 'enum':
      return {
        path: instancePath,
        message: `must be one of ${(params['allowedValues'] as unknown[]).map(String).join(', ')}`,
      }
    case 'type':
      return { path: instancePath, message: `must be ${String(params['type']).replace(',', ' or ')}` }
    default:
      return { path: instancePath, message: message ?? 'is not valid' }
  }
}

/** Numbers such as 1.0 or -0 in fields that take an integer. In a field that we do not know they do no harm. */
export function refuseUnusualIntegers(schema: object, pointers: readonly string[]): void {
  const errors = pointers
    .filter(path => typesAt(schema as Schema, path).includes('integer'))
    .map(path => ({ path, message: 'must be written as a plain integer' }))
  if (errors.length > 0) throw refusal(errors.slice(0, shownErrorsMax))
}

function typesAt(schema: Schema, path: string): unknown[] {
  let at: Schema | undefined = schema
  for (const step of path.split('/').slice(1)) {
    at =
      (at?.['properties'] as Record<string, Schema> | undefined)?.[step] ??
      (at?.['items'] as Schema | undefined)
  }
  return [at?.['type']].flat()
}

/** Paging is bounded by the row it reaches, which no schema can say. */
export function refuseFarPages(operation: Pick<Operation, 'query'>, query: unknown): void {
  if (operation.query?.properties['pageSize'] === undefined) return
  const { page, pageSize } = query as { page: number; pageSize: number }
  if (page * pageSize <= limits.reachMax) return
  throw refusal([{ path: '/page', message: `times pageSize must not exceed ${limits.reachMax}` }])
}
