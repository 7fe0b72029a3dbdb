import { Command } from 'commander'
import { type ApiKey, addKey, listKeys, revokeKey } from '../../identity/index.ts'
import { type Operated, operatorOf, operatorOption } from '../terminal/operator.ts'
import { day, type Formatted, fields, formatOption, print, table } from '../terminal/output.ts'
import { wholeNumber } from '../terminal/whole-number.ts'
import { withDatabase } from '../terminal/with-database.ts'
import {
  describeUsagePlan,
  type UsagePlanOptions,
  usagePlanOf,
  withUsagePlanOptions,
} from './application/usage-plan.ts'

export const keyCommand = (): Command => {
  const key = new Command('key')
    .summary('manage API keys and their usage plans')
    .description(
      'Manage API keys, which applications send in x-api-key. Each key has a usage plan. Needs DATABASE_URL.\nparley app add issues the first key of an application.',
    )
    .helpCommand(false)

  const add = key
    .command('add')
    .summary('issue another key for an application')
    .description('Issues another key for an application and prints it. It is shown only once.')
    .requiredOption('--app <client id>', 'the application')
  withUsagePlanOptions(add)
    .addOption(operatorOption())
    .addOption(formatOption())
    .addHelpText(
      'after',
      '\nExample:\n  parley key add --app app_… --rate 100 --burst 400 --daily-quota none',
    )
    .action(({ app, ...options }: Formatted & Operated & UsagePlanOptions & { app: string }) =>
      withDatabase(async ({ database, environment }) => {
        const usagePlan = usagePlanOf(options)
        const wanted = { clientId: app, usagePlan }
        const issued = await addKey(database, environment, wanted, operatorOf(options))
        const rows = fields([
          ['API key', issued.apiKey],
          ['Id', issued.id],
          ['Usage plan', describeUsagePlan(issued.usagePlan)],
        ])
        print(
          options,
          issued,
          `Issued an API key.\n\n${rows}\n\nThe key is shown only once, because only its hash is stored. Save it in a safe place now.`,
        )
      }),
    )

  key
    .command('list')
    .summary('list keys')
    .description('Lists all keys, or only those of one application, including revoked keys.')
    .option('--app <client id>', 'only this application')
    .addOption(formatOption())
    .action(({ app, ...options }: Formatted & { app?: string }) =>
      withDatabase(async ({ database }) => {
        const keys = await listKeys(database, app)
        print(options, keys, listOf(keys))
      }),
    )

  key
    .command('revoke')
    .summary('revoke a key')
    .description('Revokes a key permanently. It is rejected within seconds.')
    .argument('<id>', 'from parley key list', wholeNumber())
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((id: number, options: Formatted & Operated) =>
      withDatabase(async ({ database }) => {
        const revoked = await revokeKey(database, id, operatorOf(options))
        const { hint, applicationName } = revoked
        print(options, revoked, `Revoked API key ${id} (…${hint}) of ${applicationName}.`)
      }),
    )

  return key
}

function listOf(keys: readonly ApiKey[]): string {
  if (keys.length === 0) return 'No API keys yet. To issue one: parley key add --app <client id>'
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
