import { Command } from 'commander'
import { findAdvisor, listGrants, revokeGrant } from '../../identity/index.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type Operated, operatorOf, operatorOption } from '../terminal/operator.ts'
import { type Formatted, formatOption, minute, print, table } from '../terminal/output.ts'
import { withDatabase } from '../terminal/with-database.ts'

export const grantCommand = (): Command => {
  const grant = new Command('grant')
    .summary('manage what advisors allow applications to do')
    .description('Manage what advisors allow applications to do. Needs DATABASE_URL.')
    .helpCommand(false)

  grant
    .command('list')
    .summary('list the grants of an advisor')
    .description('Lists the grants of an advisor, including revoked ones.')
    .requiredOption('--advisor <advisor>', 'identifier or e-mail address')
    .addOption(formatOption())
    .action(({ advisor, ...options }: Formatted & { advisor: string }) =>
      withDatabase(async ({ database }) => {
        const { id } = await findAdvisor(database, advisor)
        const grants = await listGrants(database, id)
        const rows = grants.map(({ id: grantId, application, clientId, scopes, ...times }) => [
          grantId,
          `${application} (${clientId})`,
          scopes.join(' '),
          minute(times.grantedAt),
          minute(times.expiresAt),
          times.revokedAt === null ? '-' : minute(times.revokedAt),
        ])
        const text = table(['Id', 'Application', 'Scopes', 'Granted', 'Expires', 'Revoked'], rows)
        print(
          options,
          grants,
          grants.length === 0 ? 'This advisor has not allowed any application yet.' : text,
        )
      }),
    )

  grant
    .command('revoke')
    .summary('revoke a grant')
    .description('Revokes a grant permanently. Its tokens are rejected within seconds.')
    .argument('<grant id>', 'from parley grant list; write -- before an id that begins with a hyphen')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((grantId: string, options: Formatted & Operated) =>
      withDatabase(async ({ database }) => {
        const revoked = await revokeGrant(database, grantId, operatorOf(options))
        if (!revoked) throw new Problem('not_found', `Grant ${grantId} does not exist or is already revoked.`)
        print(options, { id: grantId, revoked: true }, `Revoked grant ${grantId}.`)
      }),
    )

  return grant
}
