import { type ZeroIsAbsent, zeroIsAbsentKeyword } from './fields.ts'

type Schema = Readonly<Record<string, unknown>>

/** Whether null is a value of its own, which clears the member of a contact. */
export const admitsNull = ({ type, enum: values, anyOf }: Schema): boolean =>
  [type].flat().includes('null') ||
  (Array.isArray(values) && values.includes(null)) ||
  (Array.isArray(anyOf) && anyOf.some(admitsNull))

interface RequestSchema extends Schema {
  readonly required?: readonly string[]
  readonly oneOf?: readonly RequestSchema[]
  readonly [zeroIsAbsentKeyword]?: ZeroIsAbsent
}

/**
 * A request's schema as it is published: every optional member may also be null, which is the same as absent. Generated
 * clients send nulls for what they leave out.
 */
export function withNulls(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNulls)
  if (typeof schema !== 'object' || schema === null) return schema
  // A null or a zero is a member that is there, so a rule about members that belong together is left to the server.
  const { properties, items, required = [], dependentRequired: _, ...rest } = schema as RequestSchema
  const zeros = rest[zeroIsAbsentKeyword]?.members ?? []
  return {
    ...rest,
    ...(required.length > 0 ? { required } : {}),
    ...(typeof items === 'object' ? { items: withNulls(items) } : {}),
    ...(isSchemas(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => {
              const member = withNulls(zeros.includes(name) ? withoutMinimum(property) : property) as Schema
              return [name, required.includes(name) ? member : orNull(member)]
            }),
          ),
          ...(rest.oneOf ? { oneOf: rest.oneOf.map(branch => typed(branch, properties)) } : {}),
        }
      : {}),
  }
}

const isSchemas = (properties: unknown): properties is Record<string, Schema> =>
  typeof properties === 'object' && properties !== null

const withoutMinimum = (schema: Schema): Schema => {
  const { minimum: _, ...rest } = schema
  return rest
}

/** A branch that a null does not satisfy. */
const typed = (branch: RequestSchema, properties: Readonly<Record<string, Schema>>): Schema => ({
  ...branch,
  properties: Object.fromEntries(
    (branch.required ?? []).map(name => [name, { type: properties[name]?.['type'] }]),
  ),
})

function orNull(schema: Schema): Schema {
  const { type } = schema
  if (type === undefined || admitsNull(schema)) return schema
  const values = schema['enum'] as readonly unknown[] | undefined
  return {
    ...schema,
    type: [...[type].flat(), 'null'],
    ...(values === undefined || values.includes(null) ? {} : { enum: [...values, null] }),
  }
}
