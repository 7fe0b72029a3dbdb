import type { Role } from '@parley/contract'
import { Problem } from '../../platform/problem/problem.ts'

/** An advisor needs an account, with an identifier and a time zone. */
export function requireOtherThanAdvisor(role: Role): void {
  if (role !== 'advisor') return
  throw new Problem('invalid_request', 'An advisor needs an account. To add one: parley advisor add')
}
