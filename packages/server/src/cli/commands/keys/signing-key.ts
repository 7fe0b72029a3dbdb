import { Command } from 'commander'
import { readConfig } from '../../../config.ts'
import { listSigningKeys, rotateSigningKey, type SigningKey } from '../../../identity/index.ts'
import { type Operated, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, formatOption, minute, print, table } from '../../terminal/output.ts'
import { withDatabase } from '../../terminal/with-database.ts'

export const keysCommand = (): Command => {
  const keys = new Command('keys')
    .summary('manage token signing keys')
    .description(
      'Manage the keys that sign access tokens. The first key is created automatically. Needs DATABASE_URL.',
    )
    .helpCommand(false)

  keys
    .command('rotate')
    .summary('rotate the signing key')
    .description(
      'Creates a key and retires the current one. Running api processes switch within a minute, without a restart.\nTokens signed with the old key stay valid until they expire. Also needs PARLEY_SECRET_KEY.',
    )
    .option('--now', 'retire the old key now, without waiting until every process has the new one', false)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action(({ now, ...options }: Formatted & Operated & { now: boolean }) =>
      withDatabase(async ({ database }) => {
        const secretKeys = readConfig(['secretKey', 'formerSecretKeys'])
        const how = now ? { afterSeconds: 0 } : {}
        const rotation = await rotateSigningKey(database, secretKeys, how, operatorOf(options))
        const when = now ? 'within 15 seconds' : 'within a minute'
        print(options, rotation, `Created key ${rotation.kid}. The api processes sign with it ${when}.`)
      }),
    )

  keys
    .command('list')
    .summary('list keys')
    .description('Lists the keys with their state.')
    .addOption(formatOption())
    .action((options: Formatted) =>
      withDatabase(async ({ database, environment }) => {
        const all = await listSigningKeys(database, environment)
        print(options, all, listOf(all))
      }),
    )

  return keys
}

function listOf(keys: readonly SigningKey[]): string {
  if (keys.length === 0) return 'No keys yet. parley api creates the first one when it starts.'
  return table(
    ['Key', 'Created', 'Retired', 'State'],
    keys.map(({ kid, createdAt, retiredAt, state }) => [
      kid,
      minute(createdAt),
      retiredAt === null ? '-' : minute(retiredAt),
      state,
    ]),
  )
}
