// Values that a JSON Schema of the contract must refuse, each wrong in one way.
import { checkedByLineKeyword, limits, messageTextKeyword, zeroIsAbsentKeyword } from '@parley/contract'
import * as fc from 'fast-check'
import { type JsonObject, type ObjectSchema, type Schema, valid, validObject } from './arbitraries.ts'

const examples: Readonly<Record<string, readonly unknown[]>> = {
  string: ['7', 'true', ''],
  integer: [7, 0, -1],
  number: [7.5, -0.5, 1e300],
  boolean: [true, false],
  null: [null],
  array: [[], [1], ['a']],
  object: [{}, { a: 1 }],
}

/** Values that the schema refuses. */
function broken(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(...waysToBreak(schema))
}

function waysToBreak(schema: Schema): fc.Arbitrary<unknown>[] {
  const types = [schema.type ?? []].flat()
  const ways: fc.Arbitrary<unknown>[] = [fc.constantFrom(...otherTypes(types))]
  if (schema.enum) return [...ways, fc.constantFrom('no such value', 99, 0.5, '')]
  if (types.includes('string')) ways.push(...brokenTexts(schema))
  if (types.includes('integer') || types.includes('number')) ways.push(...brokenNumbers(schema))
  if (types.includes('array')) ways.push(...brokenLists(schema))
  if (types.includes('object')) ways.push(brokenObject(schema as ObjectSchema))
  return ways
}

function otherTypes(types: readonly string[]): unknown[] {
  const accepted = new Set(types.includes('number') ? [...types, 'integer'] : types)
  return Object.entries(examples).flatMap(([type, values]) => (accepted.has(type) ? [] : values))
}

const brokenMessageText = fc.constantFrom(
  '',
  ' \n\t',
  '\u200b\u3164',
  'a\u0007',
  'a\r\nb',
  `x${' '.repeat(limits.textCodeUnits)}`,
  '😀'.repeat(limits.textCodeUnits / 2 + 1),
)

function brokenTexts(schema: Schema): fc.Arbitrary<string>[] {
  if (schema[messageTextKeyword]) return [brokenMessageText]
  const { minLength, maxLength: max, pattern, format } = schema
  const regExp = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  const ways: fc.Arbitrary<string>[] = []
  if (max !== undefined) ways.push(fc.constantFrom('x', 'é', '😀').map(unit => unit.repeat(max + 1)))
  if (minLength !== undefined && minLength > 0) ways.push(fc.constant('x'.repeat(minLength - 1)))
  if (regExp) {
    const odd = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('', ' ', '\n', '\u3000'))
    ways.push(odd.filter(text => !regExp.test(text)))
  }
  if (format !== undefined)
    ways.push(fc.constantFrom('', 'infinity', '2023-02-29', '2023-02-29T00:00:00Z', 'x y'))
  return ways
}

function brokenNumbers({ minimum, maximum }: Schema): fc.Arbitrary<number>[] {
  const ways: fc.Arbitrary<number>[] = []
  if (maximum !== undefined) ways.push(fc.constantFrom(1, 10, 1e6, 1e18).map(more => maximum + more))
  if (minimum !== undefined) ways.push(fc.constantFrom(1, 10, 1e6, 1e18).map(less => minimum - less))
  return ways
}

function brokenLists(schema: Schema): fc.Arbitrary<unknown>[] {
  const { items = {}, minItems, maxItems } = schema
  const spoilt = fc
    .tuple(fc.array(valid(items), { maxLength: 3 }), broken(items), fc.nat(3))
    .map(([good, bad, at]) => good.toSpliced(at, 0, bad))
  // Where each item has a result of its own, a spoilt one is not a refusal.
  const ways: fc.Arbitrary<unknown>[] = checkedByLineKeyword in schema ? [] : [spoilt]
  if (minItems !== undefined && minItems > 0) ways.push(fc.constant([]))
  if (maxItems !== undefined) {
    ways.push(valid(items).map(item => Array.from({ length: maxItems + 1 }, () => item)))
  }
  return ways
}

/** Objects that the schema refuses: a field is invalid or missing, or exclusive fields occur together or not at all. */
export function brokenObject(schema: ObjectSchema): fc.Arbitrary<JsonObject> {
  const { properties, required = [], oneOf = [], dependentRequired = {} } = schema
  const zeros = schema[zeroIsAbsentKeyword]?.members ?? []
  // Null and some zeros are the same as absent.
  const isAbsent = (name: string, value: unknown) =>
    (value === null && !required.includes(name)) || (value === 0 && zeros.includes(name))
  const good = validObject(schema)
  const without = (names: readonly string[]) =>
    good.map(value => Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))))
  const field = (name: string, value: fc.Arbitrary<unknown>, from = good) =>
    fc.tuple(from, value).map(([object, it]) => ({ ...object, [name]: it }))

  const ways = Object.entries(properties).map(([name, property]) =>
    field(
      name,
      broken(property).filter(value => !isAbsent(name, value)),
    ),
  )
  for (const name of required) {
    if (properties[name]?.default === undefined) ways.push(without([name]))
  }
  for (const [name, needed] of Object.entries(dependentRequired)) {
    const present = valid(properties[name] ?? {}).filter(value => !isAbsent(name, value))
    ways.push(field(name, present, without(needed)))
  }
  const choices = oneOf.flatMap(branch => branch.required)
  if (choices.length > 0) {
    const all = fc.record(Object.fromEntries(choices.map(name => [name, valid(properties[name] ?? {})])))
    ways.push(
      without(choices),
      fc.tuple(good, all).map(([object, more]) => ({ ...object, ...more })),
    )
  }
  return fc.oneof(...ways)
}
