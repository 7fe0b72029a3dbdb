// Values that match a JSON Schema of the contract, for property tests. Supports only keywords that the contract uses.
import {
  limits,
  messageTextKeyword,
  mistakeInMessageText,
  type ZeroIsAbsent,
  type zeroIsAbsentKeyword,
} from '@parley/contract'
import * as fc from 'fast-check'

export interface ObjectSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  /** Choices between sets of keys; the contract has no others. */
  readonly oneOf?: readonly { readonly required: readonly string[] }[]
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>
  readonly [zeroIsAbsentKeyword]?: ZeroIsAbsent
}

type TypeName = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object'

export interface Schema {
  readonly type?: TypeName | readonly TypeName[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly default?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly [messageTextKeyword]?: true
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
}

export type JsonObject = Record<string, unknown>

/** Maximum size of a generated list or text if the schema has no limit. */
const usualItems = 4
const usualCharacters = 40

/** Values that the schema accepts, including its limits. Fields with a default may be missing. */
export function valid(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valid))
  if (schema.type === undefined) return fc.jsonValue()
  if (typeof schema.type !== 'string') {
    return fc.oneof(...schema.type.map(type => valid({ ...schema, type })))
  }
  switch (schema.type) {
    case 'string':
      return validText(schema)
    case 'integer':
      return validInteger(schema)
    case 'number':
      return fc.oneof(validInteger(schema), fc.double({ ...rangeOf(schema), noNaN: true }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return validList(schema)
    case 'object':
      return validObject(schema as ObjectSchema)
  }
}

export function validObject(schema: ObjectSchema): fc.Arbitrary<JsonObject> {
  const { properties, required = [], oneOf = [{ required: [] }], dependentRequired = {} } = schema
  const optional = (name: string) => properties[name]?.default !== undefined
  const rivals = oneOf.flatMap(branch => branch.required)
  const branches = oneOf.map(branch => {
    const fields = Object.entries(properties).filter(
      ([name]) => branch.required.includes(name) || !rivals.includes(name),
    )
    const requiredKeys = [...required.filter(name => !optional(name)), ...branch.required]
    return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, valid(field)])), {
      requiredKeys,
      noNullPrototype: true,
    })
  })
  return fc.oneof(...branches).map(value => {
    const lacking = Object.entries(dependentRequired)
      .filter(([, needed]) => needed.some(name => !(name in value)))
      .map(([name]) => name)
    return Object.fromEntries(Object.entries(value).filter(([name]) => !lacking.includes(name)))
  })
}

const rangeOf = ({ minimum, maximum }: Schema) => ({
  min: minimum ?? Number.MIN_SAFE_INTEGER,
  max: maximum ?? Number.MAX_SAFE_INTEGER,
})

function validInteger(schema: Schema): fc.Arbitrary<number> {
  const { min, max } = rangeOf(schema)
  return fc.oneof({ weight: 8, arbitrary: fc.integer({ min, max }) }, fc.constantFrom(min, max))
}

function validList({
  items = {},
  minItems = 0,
  maxItems = Number.POSITIVE_INFINITY,
}: Schema): fc.Arbitrary<unknown[]> {
  const ofLength = (minLength: number, maxLength: number) => fc.array(valid(items), { minLength, maxLength })
  const usual = ofLength(minItems, Math.min(maxItems, minItems + usualItems))
  if (maxItems > 100) return usual
  return fc.oneof({ weight: 30, arbitrary: usual }, ofLength(maxItems, maxItems))
}

const pad = (value: number, digits: number) => String(value).padStart(digits, '0')

/** An instant in years that every calendar and database can hold. */
const moment = fc.date({
  min: new Date('1000-01-01T00:00:00.000Z'),
  max: new Date('2999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
})

const offset = fc
  .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 14 }), fc.constantFrom(0, 30, 45))
  .map(([sign, hours, minutes]) => `${sign}${pad(hours, 2)}:${pad(minutes, 2)}`)

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: moment.map(date => date.toISOString().slice(0, 10)),
  'date-time': fc.oneof(
    moment.map(date => date.toISOString()),
    fc.tuple(moment, offset).map(([date, zone]) => date.toISOString().replace(/\.\d+Z$/, zone)),
  ),
  uri: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  uuid: fc.uuid(),
}

const lengthOf = (text: string): number => Array.from(text).length

function validText(schema: Schema): fc.Arbitrary<string> {
  if (schema[messageTextKeyword]) return validMessageText
  const { format, pattern } = schema
  const regExp = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  if (format !== undefined) {
    const text = formats[format]
    if (!text) throw new Error(`no arbitrary for the format ${format}`)
    return text.filter(it => regExp?.test(it) ?? true)
  }
  if (regExp && /^\^.*\$$/.test(regExp.source)) return fc.stringMatching(regExp)
  return anyText(schema.minLength ?? 0, schema.maxLength).filter(it => regExp?.test(it) ?? true)
}

/** The white space around a text counts and is kept. */
const longestMessages = ['x', 'é', '😀'].map(unit => unit.repeat((limits.textCodeUnits - 4) / unit.length))
const validMessageText = fc
  .tuple(
    fc.constantFrom('', ' ', '\n\n', '\u3000\t'),
    fc.oneof(
      { weight: 5, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: usualCharacters }) },
      fc.constantFrom(...longestMessages),
    ),
  )
  .map(([space, text]) => space + text + space)
  .filter(text => mistakeInMessageText(text) === undefined)

/** Any character but NUL, which no text may hold. Halves of surrogate pairs are not characters. */
const character = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter(it => it !== '\0')

const oddTexts = [
  '👩‍👩‍👧‍👦',
  'e\u0301',
  '\u202eabc',
  'a\u200bb',
  '\ufffe',
  '\ufeff',
  '%',
  '_',
  '\\',
  `'; --`,
  '"',
  '<b>',
  '=1+1',
].concat('+12025550123', 'null', '0', 'NaN', '__proto__', 'constructor', '\r\n', '\u0085', '{{x}}', '${x}')

/** Lengths count code points, as JSON Schema does. */
function anyText(min: number, max = Number.POSITIVE_INFINITY): fc.Arbitrary<string> {
  const bounds = { minLength: min, maxLength: Math.min(max, min + usualCharacters) }
  const longest = ['x', 'é', '😀', '\u202e'].map(unit => unit.repeat(Math.min(max, 10_000)))
  return fc
    .oneof(
      { weight: 6, arbitrary: fc.string({ ...bounds, unit: character }) },
      { weight: 6, arbitrary: fc.string(bounds) },
      { weight: 4, arbitrary: fc.string({ ...bounds, unit: 'grapheme' }) },
      { weight: 2, arbitrary: fc.constantFrom(...oddTexts) },
      { weight: 1, arbitrary: Number.isFinite(max) ? fc.constantFrom(...longest) : fc.string(bounds) },
    )
    .filter(text => !text.includes('\0') && lengthOf(text) >= min && lengthOf(text) <= max)
}
