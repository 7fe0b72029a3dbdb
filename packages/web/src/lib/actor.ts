import type { Actor } from '@parley/contract'

/** Who did something, after "by". */
export function actorWords({ kind, name }: Actor): string {
  switch (kind) {
    case 'advisor':
      return 'you'
    case 'application':
      return name ?? 'an application'
    case 'operator':
      return name ? `${name} (operator)` : 'the operator'
    case 'recipient':
      return 'the recipient'
    case 'system':
      return name ? `the service (${name})` : 'the service'
  }
}
