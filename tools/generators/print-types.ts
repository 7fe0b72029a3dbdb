// The API types as standalone TypeScript, with descriptions that editors show.
import { applicationScopes, operations, scopes } from '@parley/contract'

interface Schema {
  readonly $id?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Record<string, Schema>
  readonly required?: readonly string[]
  readonly maxItems?: number
  readonly default?: unknown
}

/** Input or output. A field that callers may omit may also be undefined. */
type Direction = 'in' | 'out'

const words = (text: string | undefined, indent: string): string =>
  text ? `${indent}/** ${text.replaceAll('*/', '* /')} */\n` : ''

/** Prints a schema as a type. Schemas with a name become declarations of their own. */
function typeOf(schema: Schema, direction: Direction, named: Map<string, string>, indent: string): string {
  const { $id, items, enum: values, type, maxItems } = schema
  if (maxItems === 0)
    return ['readonly never[]', ...[type].flat().filter(each => each === 'null')].join(' | ')
  if ($id) {
    if (!named.has($id)) {
      named.set($id, '') // before its fields, which may refer back to it
      named.set($id, declare($id, schema, direction, named))
    }
    return $id
  }
  if (values) return values.map(value => JSON.stringify(value).replaceAll('"', "'")).join(' | ')
  if (items) {
    const item = typeOf(items, direction, named, indent)
    const list = item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
    return direction === 'in' ? `readonly ${list}` : list
  }
  if (schema.properties) return `{\n${fields(schema, direction, named, `${indent}  `)}${indent}}`
  return type === undefined ? 'unknown' : [type].flat().map(scalar).join(' | ')
}

function scalar(type: string): string {
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string' || type === 'boolean' || type === 'null') return type
  throw new Error(`unknown type ${type}`)
}

function fields(schema: Schema, direction: Direction, named: Map<string, string>, indent: string): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => {
      const isOptional = !schema.required?.includes(name) || field.default !== undefined
      const type = typeOf(field, direction, named, indent)
      const orUndefined = isOptional && direction === 'in' ? ' | undefined' : ''
      return `${words(field.description, indent)}${indent}${name}${isOptional ? '?' : ''}: ${type}${orUndefined}\n`
    })
    .join('')
}

const declare = (name: string, schema: Schema, direction: Direction, named: Map<string, string>): string =>
  schema.anyOf
    ? `${words(schema.description, '')}export type ${name} =${schema.anyOf
        .map(each => `\n  | ${typeOf(each, direction, named, '')}`)
        .join('')}\n`
    : `${words(schema.description, '')}export interface ${name} {\n${fields(schema, direction, named, '  ')}}\n`

const sorted = <Value>(byName: ReadonlyMap<string, Value>): [string, Value][] =>
  [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Types of every body, response and query, and the names of scopes and problem codes. */
export function printTypes(problem: object): string {
  const named = new Map<string, string>()
  typeOf(problem, 'out', named, '')
  for (const { id, summary, ...operation } of Object.values(operations)) {
    const { body, query, result } = operation as { body?: Schema; query?: Schema; result?: Schema }
    if (body) typeOf(body, 'in', named, '')
    if (result) typeOf(result, 'out', named, '')
    if (query) {
      const name = queryName(id)
      named.set(name, declare(name, { ...query, description: `${summary}: which ones.` }, 'in', named))
    }
  }
  const scopeWords = Object.entries({ ...scopes, ...applicationScopes }).map(
    ([scope, meaning]) => `\n  /** ${meaning}. */\n  | '${scope}'`,
  )
  return [
    '// Written by npm run generate from packages/contract.',
    `/** What an application may be allowed to do for an advisor. */\nexport type Scope =${scopeWords.join('')}\n`,
    ...sorted(named).map(([, text]) => text),
  ].join('\n')
}

const queryName = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}Query`

/** Allowed members of every body and query, for a client that rejects others. */
export function printMembers(): string {
  const members = new Map<string, string>()
  for (const { id, ...operation } of Object.values(operations)) {
    const { body, query } = operation as { body?: Schema; query?: Schema }
    if (body?.$id) members.set(body.$id, membersOf(body))
    if (query) members.set(queryName(id), membersOf(query))
  }
  const rows = sorted(members)
  return [
    '// Written by npm run generate from packages/contract.',
    `type Name =\n${rows.map(([name]) => `  | '${name}'`).join('\n')}\n`,
    '/** Names of members; those of objects or lists of objects with what these may hold. */',
    'export type Members = readonly (string | readonly [name: string, members: Members])[]\n',
    '/** What a body or a query may hold. */',
    'export const members: Readonly<Record<Name, Members>> = {',
    ...rows.map(([name, names]) => `  ${name}: ${names},`),
    '}\n',
  ].join('\n')
}

function membersOf({ properties = {} }: Schema): string {
  const names = Object.entries(properties).map(([name, field]) => {
    const inner = field.items ?? field
    return inner.properties ? `['${name}', ${membersOf(inner)}]` : `'${name}'`
  })
  return `[${names.join(', ')}]`
}
