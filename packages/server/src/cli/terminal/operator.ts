import { userInfo } from 'node:os'
import { Option } from 'commander'
import type { Actor } from '../../journal/index.ts'
import { Problem } from '../../platform/problem/problem.ts'

export interface Operated {
  readonly operator?: string
}

export const operatorOption = (): Option =>
  new Option('--operator <name>', 'who runs this command, for the record; default: the system user')

/** The operator who runs this command, for the record. */
export function operatorName({ operator }: Operated = {}): string {
  const name = (operator ?? userOfSystem() ?? '').trim()
  if (name === '') throw new Problem('invalid_request', 'Operator unknown. Use --operator <name>.')
  return name
}

/** The operator as a journal actor. */
export const operatorOf = (options: Operated): Actor => ({ kind: 'operator', name: operatorName(options) })

/** In a container, the user may have an id but no name. */
function userOfSystem(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
