import { admitsNull, type ZeroIsAbsent, zeroIsAbsentKeyword } from '@parley/contract'

type Schema = Readonly<Record<string, unknown>>
type Drop = (value: unknown) => void

/**
 * Compiles a function that removes the members of a body which are the same as absent: a null where null is no value of its
 * own, and a zero that a typed client sends by default. Undefined if the schema has no such members.
 */
export function absentMembers(schema: Schema): Drop | undefined {
  const { properties, items } = schema
  if (typeof items === 'object' && items !== null) return ofItems(absentMembers(items as Schema))
  if (typeof properties !== 'object' || properties === null) return undefined
  const required = (schema['required'] ?? []) as readonly string[]
  const members = Object.entries(properties as Record<string, Schema>)
  const nullIsAbsent = members
    .filter(([name, member]) => !required.includes(name) && !admitsNull(member))
    .map(([name]) => name)
  const inner = members.flatMap(([name, member]) => {
    const drop = absentMembers(member)
    return drop ? [{ name, drop }] : []
  })
  const zeros = schema[zeroIsAbsentKeyword] as ZeroIsAbsent | undefined
  if (nullIsAbsent.length + inner.length === 0 && !zeros) return undefined
  return value => {
    if (!isObject(value)) return
    for (const name of nullIsAbsent) if (value[name] === null) delete value[name]
    if (zeros && (zeros.unless === undefined || value[zeros.unless] !== true)) {
      for (const name of zeros.members) if (value[name] === 0) delete value[name]
    }
    for (const { name, drop } of inner) drop(value[name])
  }
}

const ofItems = (drop: Drop | undefined): Drop | undefined =>
  drop &&
  (value => {
    if (Array.isArray(value)) for (const item of value) drop(item)
  })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
