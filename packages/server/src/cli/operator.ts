import { userInfo } from 'node:os'
import { Option } from 'commander'
import { Problem } from '../http/problem.ts'
import type { Actor } from '../journal/index.ts'

export interface Operated {
  readonly operator?: string
}

export const operatorOption = (): Option =>
  new Option('--operator <name>', 'who is doing this, for the record; by default the user of this system')

/** Who runs this command, for the record. */
export function operatorName({ operator }: Operated = {}): string {
  const name = (operator ?? userOfSystem() ?? '').trim()
  if (name === '') throw new Problem('invalid_request', 'Say who is doing this: --operator <name>.')
  return name
}

/** The same, as the journal tells it. */
export const operatorOf = (options: Operated): Actor => ({ kind: 'operator', name: operatorName(options) })

/** In a container the user may have a number and no name. */
function userOfSystem(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
