import { type Role, roles } from '@parley/contract'
import { Command, Option } from 'commander'
import { readConfig } from '../../../config.ts'
import {
  type FirmDirectory,
  findFirm,
  issueDirectoryToken,
  revokeDirectory,
  showDirectory,
} from '../../../identity/index.ts'
import { duration } from '../../terminal/duration.ts'
import { type Operated, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, fields, formatOption, minute, print } from '../../terminal/output.ts'
import { withDatabase } from '../../terminal/with-database.ts'

type ActOptions = Formatted & Operated

const firmArgument = ['<firm>', 'id or unique name of the firm'] as const
const shownOnce =
  'The token is shown only once, because only its hash is stored. Enter it in the firm’s directory now.'

/** `parley firm directory`. */
export const firmDirectoryCommand = (): Command => {
  const directory = new Command('directory')
    .summary('let a firm’s directory manage its people')
    .description(
      'Lets the directory of a firm, such as Entra ID or Okta, add people and end their access by SCIM 2.0. Needs DATABASE_URL.',
    )
    .helpCommand(false)

  addTokenCommands(directory)

  directory
    .command('revoke')
    .summary('end all tokens at once')
    .description(
      'Ends the tokens of the firm’s directory. People stay as they are. To start again, use connect.',
    )
    .argument(...firmArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: ActOptions) =>
      withDatabase(async ({ database }) => {
        const firm = await findFirm(database, reference)
        await revokeDirectory(database, firm.id, operatorOf(options))
        print(
          options,
          { firmId: firm.id, revoked: true },
          `The directory of ${firm.name} is no longer accepted.`,
        )
      }),
    )

  directory
    .command('show')
    .summary('show whether a directory is connected')
    .description(
      'Shows the tokens of the firm’s directory, by their last characters, and how many people it manages.',
    )
    .argument(...firmArgument)
    .addOption(formatOption())
    .action((reference: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const firm = await findFirm(database, reference)
        const found = await showDirectory(database, firm.id)
        print(options, found ?? null, describe(firm.name, found))
      }),
    )

  return directory
}

/** Commands that print a token. */
function addTokenCommands(directory: Command): void {
  directory
    .command('connect')
    .summary('issue the first token')
    .description(
      'Issues the token with which the firm’s directory signs in, and prints the address to enter there. Whom the directory adds has no role until somebody gives one, or the default role.',
    )
    .addHelpText(
      'after',
      '\nExample:\n  parley firm directory connect "Harbor Wealth" --default-role auditor',
    )
    .argument(...firmArgument)
    .addOption(
      new Option('--default-role <role>', 'role of people whom the directory adds').choices(
        roles.filter(role => role !== 'advisor'),
      ),
    )
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: ActOptions & { defaultRole?: Role }) =>
      withDatabase(async ({ database, environment }) => {
        const firm = await findFirm(database, reference)
        const issue = { kind: 'connect', defaultRole: options.defaultRole ?? null } as const
        const { token } = await issueDirectoryToken(
          database,
          environment,
          { firmId: firm.id, issue },
          operatorOf(options),
        )
        const rows = fields([
          ['Address', address()],
          ['Token', token],
        ])
        print(
          options,
          { firmId: firm.id, address: address(), token },
          `Connected the directory of ${firm.name}.\n\n${rows}\n\n${shownOnce}`,
        )
      }),
    )

  directory
    .command('rotate')
    .summary('replace the token')
    .description(
      'Issues a new token. The old one is accepted during the overlap, so that the firm can switch.',
    )
    .argument(...firmArgument)
    .option(
      '--overlap <duration>',
      'how long the old token is still accepted: 0, 90s, 30m, 24h or 7d',
      duration(),
      86_400,
    )
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((reference: string, options: ActOptions & { overlap: number }) =>
      withDatabase(async ({ database, environment }) => {
        const firm = await findFirm(database, reference)
        const issue = { kind: 'rotate', overlapSeconds: options.overlap } as const
        const { token, olderEndAt } = await issueDirectoryToken(
          database,
          environment,
          { firmId: firm.id, issue },
          operatorOf(options),
        )
        const rows = fields([
          ['Address', address()],
          ['Token', token],
          [
            'Old token',
            options.overlap === 0 || !olderEndAt ? 'ended' : `accepted until ${minute(olderEndAt)}`,
          ],
        ])
        print(
          options,
          { firmId: firm.id, address: address(), token, olderEndAt },
          `Issued a new token for the directory of ${firm.name}.\n\n${rows}\n\n${shownOnce}`,
        )
      }),
    )
}

const address = (): string => `${readConfig(['publicOrigin']).publicOrigin}/scim/v2`

function describe(firmName: string, directory: FirmDirectory | undefined): string {
  if (!directory || directory.tokens.length === 0) return `${firmName} has no directory that is connected.`
  return `Directory of ${firmName}\n\n${fields([
    [
      'Tokens',
      directory.tokens.map(({ hint, expiresAt }) =>
        expiresAt === null ? `…${hint}` : `…${hint} until ${minute(new Date(expiresAt))}`,
      ),
    ],
    ['People', directory.people],
    ['Default role', directory.defaultRole ?? 'none'],
  ])}`
}
