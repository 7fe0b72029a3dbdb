import { Problem } from '../../../platform/problem/problem.ts'
import { activeOf, readActive } from './read-active.ts'
import { UserSchema } from './user-schema.ts'

interface Operation {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path?: string
  readonly value?: unknown
}

interface Operations {
  /** For PatchOp, in the order of the request. */
  readonly operations: readonly Operation[]
  /** What the last operation on `active` sets it to. */
  readonly active: boolean | undefined
}

const operationsMax = 100

/**
 * An attribute, a part of it, or the value that a filter picks. Closed quotes without escapes: the lexer of scimmy needs exponential
 * time for others, so it never sees one.
 */
const pathPattern =
  /^(?:urn:[\w.:-]{1,100}:)?([A-Za-z][\w$-]{0,50})(?:\[\s{0,3}[A-Za-z]\w{0,50}\s{1,3}eq\s{1,3}(?:"[^"\\\n\r]{0,100}"|true|false)\s{0,3}\])?(?:\.([A-Za-z$]\w{0,50}))?$/i

/**
 * Reads a PATCH in the shapes that directories send: verbs in any case, booleans as text, attributes as members of a value without
 * a path, and attributes that we do not keep. The last are skipped: they must not keep somebody from leaving.
 */
export function readOperations(body: unknown): Operations {
  const listed = (body as { Operations?: unknown; operations?: unknown } | null) ?? {}
  const given = listed.Operations ?? listed.operations
  // Before anything else of the request can be refused.
  if (Array.isArray(given) && given.flatMap(activeIn).at(-1) === false)
    return { operations: [], active: false }
  if (!Array.isArray(given) || given.length === 0 || given.length > operationsMax) {
    throw new Problem('invalid_request', `A PATCH has 1 to ${operationsMax} Operations.`)
  }
  const operations = given.flatMap(readOperation)
  const active = operations.findLast(({ path }) => path === 'active')?.value
  return { operations, active: typeof active === 'boolean' ? active : undefined }
}

/** What an operation sets `active` to, if it does and can be read, whatever else is in it. */
function activeIn(given: unknown): readonly boolean[] {
  const { op, path, value } = (given ?? {}) as { op?: unknown; path?: unknown; value?: unknown }
  if (typeof op !== 'string' || !/^(?:add|replace)$/i.test(op)) return []
  const hasPath = typeof path === 'string' && path !== ''
  const pairs: readonly (readonly [string, unknown])[] = hasPath
    ? [[path, value]]
    : Object.entries(value ?? {})
  return pairs.flatMap(([name, one]) => {
    if (pathPattern.exec(name)?.[1]?.toLowerCase() !== 'active') return []
    const active = activeOf(one)
    return active === undefined ? [] : [active]
  })
}

function readOperation(given: unknown): readonly Operation[] {
  const { op, path, value } = (given ?? {}) as { op?: unknown; path?: unknown; value?: unknown }
  const verb = typeof op === 'string' ? op.toLowerCase() : ''
  if (verb !== 'add' && verb !== 'remove' && verb !== 'replace') {
    throw new Problem('invalid_request', 'An operation is add, remove or replace.')
  }
  if (path === undefined || path === null || path === '') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Problem('invalid_request', 'An operation without a path has an object as its value.')
    }
    return Object.entries(value).flatMap(([name, one]) => operationOn(verb, name, one))
  }
  if (typeof path !== 'string') throw new Problem('invalid_request', 'A path is a string.')
  return operationOn(verb, path, value)
}

function operationOn(op: Operation['op'], path: string, value: unknown): readonly Operation[] {
  const [, name, part] = pathPattern.exec(path) ?? []
  if (name === undefined) throw new Problem('invalid_request', 'A path is not supported.')
  const attribute = attributeNamed(name)
  if (attribute === undefined) return []
  if (attribute === 'active') {
    // Without a value nobody is active or not: removing it changes nothing.
    const active = op === 'remove' ? undefined : readActive(value)
    return active === undefined ? [] : [{ op: 'replace', path: 'active', value: active }]
  }
  if (part !== undefined && !hasPart(attribute, part)) return []
  const own = path.replace(/^urn:.*:(?=[^:]*$)/i, '')
  // A removal with values would make scimmy parse them as a filter.
  return op === 'remove' || value === null ? [{ op: 'remove', path: own }] : [{ op, path: own, value }]
}

const attributeNamed = (name: string): string | undefined =>
  UserSchema.definition.attributes
    .map(attribute => attribute.name)
    .find(known => known.toLowerCase() === name.toLowerCase() && !['id', 'meta', 'schemas'].includes(known))

function hasPart(attribute: string, part: string): boolean {
  try {
    return UserSchema.definition.attribute(`${attribute}.${part}`) !== undefined
  } catch {
    return false
  }
}
