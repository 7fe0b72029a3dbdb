import { Command } from 'commander'
import { Problem } from '../http/problem.ts'
import { findAdvisor, listGrants, revokeGrant } from '../identity/index.ts'
import { type Formatted, formatOption, minute, print, table } from './output.ts'
import { withDatabase } from './with-database.ts'

export const grantCommand = (): Command => {
  const grant = new Command('grant')
    .summary('what advisors have allowed applications')
    .description('What advisors have allowed applications to do. Needs DATABASE_URL.')
    .helpCommand(false)

  grant
    .command('list')
    .summary('list what an advisor has allowed')
    .description('Lists what an advisor has allowed, and what was taken back.')
    .requiredOption('--advisor <advisor>', 'identifier or e-mail address')
    .addOption(formatOption())
    .action(({ advisor, ...options }: Formatted & { advisor: string }) =>
      withDatabase(async ({ database }) => {
        const { id } = await findAdvisor(database, advisor)
        const grants = await listGrants(database, id)
        const rows = grants.map(({ id: grantId, application, clientId, scopes, grantedAt, revokedAt }) => [
          grantId,
          `${application} (${clientId})`,
          scopes.join(' '),
          minute(grantedAt),
          revokedAt === null ? '-' : minute(revokedAt),
        ])
        const text = table(['Id', 'Application', 'Scopes', 'Granted', 'Revoked'], rows)
        print(options, grants, grants.length === 0 ? 'This advisor has allowed nothing yet.' : text)
      }),
    )

  grant
    .command('revoke')
    .summary('take it back')
    .description('Ends a grant: within seconds its tokens are refused, for good.')
    .argument('<grant id>', 'as parley grant list shows it')
    .addOption(formatOption())
    .action((grantId: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const revoked = await revokeGrant(database, grantId)
        if (!revoked)
          throw new Problem('not_found', `There is no grant ${grantId}, or it is revoked already.`)
        print(options, { id: grantId, revoked: true }, `The grant ${grantId} is revoked.`)
      }),
    )

  return grant
}
