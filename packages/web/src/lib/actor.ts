import type { Actor, Me } from '@parley/contract'

/** Name of an actor, to follow "by". An assistant is named with the advisor they write for. */
export function actorLabel({ kind, name }: Actor, { name: advisor, advisorId, person }: Me): string {
  switch (kind) {
    case 'advisor':
      return person.personId === advisorId ? 'you' : advisor
    case 'assistant':
      return `${name ?? 'an assistant'} for ${advisor}`
    case 'application':
      return name ?? 'an application'
    case 'operator':
      return name ? `${name} (operator)` : 'the operator'
    case 'person':
      return name ?? 'somebody in the firm'
    case 'recipient':
      return 'the recipient'
    case 'system':
      return name ? `the service (${name})` : 'the service'
  }
}
