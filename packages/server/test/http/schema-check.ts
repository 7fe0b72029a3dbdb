// An independent JSON Schema check, separate from the validators of the product: nothing coerced, no defaults,
// no unknown fields.
import {
  checkedByLineKeyword,
  limits,
  messageTextKeyword,
  refusalKeyword,
  zeroIsAbsentKeyword,
} from '@parley/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

const ajv = new Ajv2020({
  allErrors: true,
  allowUnionTypes: true,
  strictTypes: false,
  // OpenAPI's, which validates nothing.
  keywords: ['discriminator'],
})
formats.default(ajv)
ajv.addVocabulary([checkedByLineKeyword, refusalKeyword, zeroIsAbsentKeyword])
ajv.addKeyword({
  keyword: messageTextKeyword,
  type: 'string',
  validate: (_: true, text: string) => text.length <= limits.textCodeUnits && /\S/.test(text),
})

/** Returns the errors in a value as sentences; empty if it is valid. */
export type SchemaCheck = (value: unknown) => string[]

/** Checks against a schema of the contract in which every object is closed. */
export function checkOf(schema: object): SchemaCheck {
  const validate = ajv.compile(closed(schema) as object)
  return value => {
    validate(value)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  // The same named schema is compiled several times, which the validator would reject as a duplicate.
  const entries = Object.entries(schema).filter(([key]) => key !== '$id' && key !== 'examples')
  const copy = Object.fromEntries(entries.map(([key, value]) => [key, closed(value)]))
  return copy['type'] === 'object' ? { additionalProperties: false, ...copy } : copy
}
