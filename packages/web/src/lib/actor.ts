import type { Actor } from '@parley/contract'

/** Name of an actor, to follow "by". */
export function actorLabel({ kind, name }: Actor): string {
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
