import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { listSigningKeys, rotateSigningKey, type SigningKey } from '../identity/index.ts'
import { type Formatted, formatOption, minute, print, table } from './output.ts'
import { withDatabase } from './with-database.ts'

export const keysCommand = (): Command => {
  const keys = new Command('keys')
    .summary('the keys that sign access tokens')
    .description('The keys that sign access tokens. The first one makes itself. Needs DATABASE_URL.')
    .helpCommand(false)

  keys
    .command('rotate')
    .summary('sign with a new key')
    .description(
      'Creates a key and retires the one that signs now. Running api processes take it up within a minute, without\na restart, and what the old key has signed stays valid until it expires. Needs PARLEY_SECRET_KEY too.',
    )
    .option('--now', 'retire the old key at once, not when every process has seen the new one', false)
    .addOption(formatOption())
    .action(({ now, ...options }: Formatted & { now: boolean }) =>
      withDatabase(async ({ database }) => {
        const { secretKey } = readConfig(['secretKey'])
        const rotation = await rotateSigningKey(database, secretKey, now ? { afterSeconds: 0 } : {})
        const when = now ? 'as soon as they see it, 15 seconds at most' : 'within a minute'
        print(options, rotation, `Created the key ${rotation.kid}. The api processes sign with it ${when}.`)
      }),
    )

  keys
    .command('list')
    .summary('list keys')
    .description('Lists the keys and what each is good for.')
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
  if (keys.length === 0) return 'There are no keys yet. parley api makes the first one when it starts.'
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
