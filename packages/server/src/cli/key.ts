import { Command } from 'commander'
import { type ApiKey, addKey, listKeys, revokeKey } from '../identity/index.ts'
import { day, type Formatted, fields, formatOption, print, table } from './output.ts'
import {
  describeUsagePlan,
  type UsagePlanOptions,
  usagePlanOf,
  wholeNumber,
  withUsagePlanOptions,
} from './usage-plan.ts'
import { withDatabase } from './with-database.ts'

export const keyCommand = (): Command => {
  const key = new Command('key')
    .summary('API keys of applications, with their usage plans')
    .description(
      'API keys, which applications send in x-api-key. Each has a usage plan. Needs DATABASE_URL.\nAn application gets its first one from parley app add.',
    )
    .helpCommand(false)

  const add = key
    .command('add')
    .summary('issue one more key for an application')
    .description('Issues one more key for an application and prints it, once.')
    .requiredOption('--app <client id>', 'the application')
  withUsagePlanOptions(add)
    .addOption(formatOption())
    .addHelpText(
      'after',
      '\nExample:\n  parley key add --app app_… --rate 100 --burst 400 --daily-quota none',
    )
    .action(({ app, ...options }: Formatted & UsagePlanOptions & { app: string }) =>
      withDatabase(async ({ database, environment }) => {
        const usagePlan = usagePlanOf(options)
        const issued = await addKey(database, environment, { clientId: app, usagePlan })
        const rows = fields([
          ['API key', issued.apiKey],
          ['Id', issued.id],
          ['Usage plan', describeUsagePlan(issued.usagePlan)],
        ])
        print(
          options,
          issued,
          `Issued an API key.\n\n${rows}\n\nThis key is shown once. Only its hash is kept: store it in a safe place now.`,
        )
      }),
    )

  key
    .command('list')
    .summary('list keys')
    .description('Lists all keys, or those of one application, also those that are revoked.')
    .option('--app <client id>', 'only those of this application')
    .addOption(formatOption())
    .action(({ app, ...options }: Formatted & { app?: string }) =>
      withDatabase(async ({ database }) => {
        const keys = await listKeys(database, app)
        print(options, keys, listOf(keys))
      }),
    )

  key
    .command('revoke')
    .summary('revoke a key for good')
    .description('Revokes a key for good: within seconds it is refused.')
    .argument('<id>', 'as parley key list shows it', wholeNumber)
    .addOption(formatOption())
    .action((id: number, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const revoked = await revokeKey(database, id)
        const { hint, applicationName } = revoked
        print(options, revoked, `The API key ${id} (…${hint}) of ${applicationName} is revoked.`)
      }),
    )

  return key
}

function listOf(keys: readonly ApiKey[]): string {
  if (keys.length === 0) return 'There are no API keys yet. Issue one: parley key add --app <client id>'
  return table(
    ['Id', 'Key', 'Application', 'Client id', 'Usage plan', 'Issued', 'Status'],
    keys.map(key => [
      key.id,
      `…${key.hint}`,
      key.applicationName,
      key.clientId,
      describeUsagePlan(key),
      day(key.createdAt),
      keyStatus(key),
    ]),
  )
}

export const keyStatus = ({ revokedAt }: ApiKey): string =>
  revokedAt === null ? 'active' : `revoked ${day(revokedAt)}`
