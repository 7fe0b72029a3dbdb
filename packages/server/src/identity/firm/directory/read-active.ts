import { Problem } from '../../../platform/problem/problem.ts'

export function readActive(value: unknown): boolean {
  const active = activeOf(value)
  if (active === undefined) throw new Problem('invalid_request', 'active is true or false.')
  return active
}

/** Entra sends "False", and older versions of it [{"value": "False"}]. Undefined: neither true nor false. */
export function activeOf(value: unknown): boolean | undefined {
  const [only] = Array.isArray(value) && value.length === 1 ? (value as readonly unknown[]) : [value]
  const plain = typeof only === 'object' && only !== null && 'value' in only ? only.value : only
  if (typeof plain === 'boolean') return plain
  return typeof plain === 'string' && /^(true|false)$/i.test(plain)
    ? plain.toLowerCase() === 'true'
    : undefined
}
