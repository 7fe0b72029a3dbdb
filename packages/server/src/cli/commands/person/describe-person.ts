import type { PersonRecord } from '../../../identity/index.ts'
import { fields, minute, status } from '../../terminal/output.ts'

export function describePerson(headline: string, person: PersonRecord): string {
  const rows = fields([
    ['Name', person.name],
    ['E-mail', person.email],
    ['Firm', `${person.firm.name} (${person.firm.id})`],
    ['Roles', person.roles],
    ...(person.identifier === null ? [] : [['Advisor', person.identifier] as const]),
    ...(person.roles.includes('assistant') ? [['Acts for', person.assists] as const] : []),
    ['Password', person.hasPassword ? 'set' : 'not set'],
    ['Status', status(person.active)],
    ['Added', minute(person.createdAt)],
  ])
  return `${headline}\n\n${rows}`
}
