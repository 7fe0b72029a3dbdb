import { Problem } from '../../../platform/problem/problem.ts'

/** Entra sends "False", and older versions of it [{"value": "False"}]. */
export function readActive(value: unknown): boolean {
  const [only] = Array.isArray(value) && value.length === 1 ? (value as readonly unknown[]) : [value]
  const plain = typeof only === 'object' && only !== null && 'value' in only ? only.value : only
  if (typeof plain === 'boolean') return plain
  if (typeof plain === 'string' && /^(true|false)$/i.test(plain)) return plain.toLowerCase() === 'true'
  throw new Problem('invalid_request', 'active is true or false.')
}
