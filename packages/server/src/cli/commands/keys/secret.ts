import { Command } from 'commander'
import { readConfig } from '../../../config.ts'
import { sealedCredentials } from '../../../delivery/index.ts'
import {
  allKeys,
  countSealed,
  fingerprint,
  rotateSecretKey,
  type SealedCount,
  sealedClientSecrets,
  sealedFactors,
  sealedSigningKeys,
} from '../../../identity/index.ts'
import { sealedSecrets } from '../../../webhooks/index.ts'
import { type Operated, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, formatOption, print, table } from '../../terminal/output.ts'
import { withDatabase } from '../../terminal/with-database.ts'

/** Every column that holds encrypted values. */
export const sealedStores = [
  sealedSigningKeys,
  sealedCredentials,
  sealedSecrets,
  sealedClientSecrets,
  sealedFactors,
] as const

export const secretCommand = (): Command => {
  const secret = new Command('secret')
    .summary('replace PARLEY_SECRET_KEY')
    .description(
      'Replace PARLEY_SECRET_KEY while everything runs, in the order of Rotate keys and secrets in docs/operations.md.\nNeeds DATABASE_URL, PARLEY_SECRET_KEY and PARLEY_FORMER_SECRET_KEYS.',
    )
    .helpCommand(false)

  secret
    .command('rotate')
    .summary('encrypt what is stored with the current key')
    .description(
      'Decrypts signing keys, carrier credentials, webhook secrets, client secrets of firms and second factors with any of the keys, and encrypts them with PARLEY_SECRET_KEY. Every process must know that key already, as its current or a former one. Run it again if it was interrupted.',
    )
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((options: Formatted & Operated) =>
      withDatabase(async ({ database }) => {
        const keys = readConfig(['secretKey', 'formerSecretKeys'])
        const rotation = await rotateSecretKey(database, keys, sealedStores, operatorOf(options))
        print(
          options,
          rotation,
          `Encrypted ${rotation.resealed} with the current key.\n\n${countsOf(rotation.counts)}`,
        )
      }),
    )

  secret
    .command('check')
    .summary('find out whether former keys can be removed')
    .description(
      'Counts the stored values that need a former key, and exits with 1 if there are any. Cookies, open forms and event cursors are not stored: docs/operations.md says how long they live.',
    )
    .addOption(formatOption())
    .action((options: Formatted) =>
      withDatabase(async ({ database }) => {
        const keys = readConfig(['secretKey', 'formerSecretKeys'])
        const counts = await countSealed(database, keys, sealedStores)
        const [current, ...former] = allKeys(keys).map(fingerprint)
        const needed = counts.reduce((sum, count) => sum + count.former, 0)
        const verdict =
          needed > 0
            ? `${needed} stored values need a former key: run parley secret rotate.`
            : 'No stored value needs a former key.'
        const names = `Current key ${current}, former ${former.length === 0 ? 'none' : former.join(', ')}.`
        print(options, { current, former, counts, needed }, `${names}\n\n${countsOf(counts)}\n\n${verdict}`)
        if (needed > 0) process.exitCode = 1
      }),
    )

  return secret
}

const countsOf = (counts: readonly SealedCount[]): string =>
  table(
    ['Stored', 'Current key', 'Former keys', 'No key'],
    counts.map(({ purpose, current, former, unreadable }) => [purpose, current, former, unreadable]),
  )
