import type { Actor, Me } from '@parley/contract'

/** Name of an actor, to follow "by". An assistant is named with the advisor they write for, a schedule with who wrote it. */
export function actorLabel({ kind, name, personId, scheduledBy }: Actor, me: Me): string {
  const { name: advisor, role, person } = me
  switch (kind) {
    case 'advisor':
      if (personId !== undefined) return personId === person.personId ? 'you' : (name ?? 'the advisor before')
      return role === 'advisor' ? 'you' : advisor
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
    case 'system': {
      const writer = scheduledBy && actorLabel(scheduledBy, me)
      if (writer) return writer === 'you' ? 'your schedule' : `the schedule of ${writer}`
      return name ? `the service (${name})` : 'the service'
    }
  }
}
