import type { Application, showApplication } from '../../../identity/index.ts'
import { day, fields, minute, status, table } from '../../terminal/output.ts'
import { keyStatus } from '../api-key.ts'
import { describeUsagePlan } from './usage-plan.ts'

type Fields = Parameters<typeof fields>[0]

export const registration = ({ name, redirectUris, scopes, grantTypes }: Application): Fields => [
  ['Name', name],
  ['Redirect URI', redirectUris],
  ['Scopes', scopes],
  ['Grant types', grantTypes],
]

export function describeApplication(found: Awaited<ReturnType<typeof showApplication>>): string {
  const rows = fields([
    ['Client id', found.clientId],
    ...registration(found),
    ['Status', status(found.active)],
    ['Registered', minute(found.createdAt)],
    ['Secrets', found.clientSecrets.map(secret => describeSecret(secret))],
    [
      'API keys',
      found.apiKeys.map(key => `${key.id} …${key.hint} ${keyStatus(key)}, ${describeUsagePlan(key)}`),
    ],
    [
      'Firms',
      found.firms.map(
        firm => `${firm.name} (${firm.id}) since ${day(firm.authorizedAt)}: ${firm.scopes.join(' ')}`,
      ),
    ],
  ])
  return `Application ${found.name}\n\n${rows}`
}

function describeSecret({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date | null }): string {
  const issued = `issued ${minute(createdAt)}`
  return expiresAt === null ? issued : `${issued}, accepted until ${minute(expiresAt)}`
}

export function listOf(applications: readonly Application[]): string {
  if (applications.length === 0) return 'No applications yet. To register one: parley app add --help'
  return table(
    ['Client id', 'Name', 'Grant types', 'Scopes', 'Status'],
    applications.map(({ clientId, name, grantTypes, scopes, active }) => [
      clientId,
      name,
      grantTypes.join(' '),
      scopes.length,
      status(active),
    ]),
  )
}
