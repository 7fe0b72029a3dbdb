import { scopes as advisorScopes, applicationScopes } from '@parley/contract'
import { Command } from 'commander'
import {
  addApplication,
  authorizeApplication,
  changeApplication,
  findFirm,
  listApplications,
  rotateSecret,
  showApplication,
  unauthorizeApplication,
} from '../../identity/index.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { collect, collectWords } from '../terminal/collect.ts'
import { duration } from '../terminal/duration.ts'
import { type Operated, operatorOf, operatorOption } from '../terminal/operator.ts'
import { type Formatted, fields, formatOption, minute, print, status } from '../terminal/output.ts'
import { withDatabase } from '../terminal/with-database.ts'
import { describeApplication, listOf, registration } from './application/application-format.ts'
import { addConsoleCommand } from './application/console.ts'
import {
  describeUsagePlan,
  type UsagePlanOptions,
  usagePlanOf,
  withUsagePlanOptions,
} from './application/usage-plan.ts'
import { webhookCommand } from './webhook/webhook.ts'

interface AddOptions extends Formatted, Operated, UsagePlanOptions {
  readonly redirectUri?: readonly string[]
  readonly scope?: readonly string[]
  readonly grantType?: readonly string[]
}

interface SetOptions extends Formatted, Operated {
  readonly name?: string
  readonly redirectUri?: readonly string[]
}

interface AuthorizeOptions extends Formatted, Operated {
  readonly firm: string
  readonly scope?: readonly string[]
}

const appArgument = ['<client id>', 'from parley app list'] as const

export const appCommand = (): Command => {
  const app = new Command('app')
    .summary('manage partner applications and their credentials')
    .description('Manage partner applications, which act for advisors who allow it. Needs DATABASE_URL.')
    .helpCommand(false)

  const add = app
    .command('add')
    .summary('register an application')
    .description(
      'Registers an application and prints its client id, client secret and API key. They are shown only once.',
    )
    .argument('<name>', 'name that advisors see when asked to allow it')
    .option('--redirect-uri <uri>', 'exact URI that the browser returns to; repeatable', collect)
    .option('--scope <scopes>', 'scopes it may request (see below); repeatable', collectWords)
    .option('--grant-type <types>', 'how it gets tokens (see below); repeatable', collectWords)
  withUsagePlanOptions(add)
    .addOption(operatorOption())
    .addOption(formatOption())
    .addHelpText('after', addHelp)
    .action((name: string, options: AddOptions) =>
      withDatabase(async ({ database, environment }) => {
        const registered = {
          name,
          redirectUris: options.redirectUri ?? [],
          scopes: options.scope ?? [],
          grantTypes: options.grantType ?? [],
          usagePlan: usagePlanOf(options),
        }
        const by = operatorOf(options)
        const { application, clientSecret, key } = await addApplication(database, environment, registered, by)
        const credentials = fields([
          ['Client id', application.clientId],
          ['Client secret', clientSecret],
          ['API key', key.apiKey],
        ])
        const rows = fields([...registration(application), ['Usage plan', describeUsagePlan(key.usagePlan)]])
        print(
          options,
          { ...application, clientSecret, apiKey: key.apiKey, apiKeyId: key.id, usagePlan: key.usagePlan },
          `Registered ${application.name} in ${environment}.\n\n${credentials}\n\nThe secret and the key are shown only once, because only their hashes are stored. Save them in a safe place now.\n\n${rows}`,
        )
      }),
    )

  app
    .command('list')
    .summary('list all applications')
    .description('Lists all applications.')
    .addOption(formatOption())
    .action((options: Formatted) =>
      withDatabase(async ({ database }) => {
        const applications = await listApplications(database)
        print(options, applications, listOf(applications))
      }),
    )

  app
    .command('show')
    .summary('show one application')
    .description(
      'Shows one application with its secrets, keys and firms. Secret values are not stored and cannot be shown.',
    )
    .argument(...appArgument)
    .addOption(formatOption())
    .action((clientId: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const found = await showApplication(database, clientId)
        print(options, found, describeApplication(found))
      }),
    )

  app
    .command('set')
    .summary('change name or redirect URIs')
    .description(
      'Changes the name, or replaces all redirect URIs. Scopes and grant types cannot be changed, because advisors have allowed them.',
    )
    .argument(...appArgument)
    .option('--name <name>', 'name that advisors see when asked to allow it')
    .option('--redirect-uri <uri>', 'exact URI that the browser returns to; repeatable', collect)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((clientId: string, options: SetOptions) =>
      withDatabase(async ({ database, environment }) => {
        const { name, redirectUri: redirectUris } = options
        if ((name ?? redirectUris) === undefined) {
          throw new Problem('invalid_request', 'Nothing to change. Use --name or --redirect-uri.')
        }
        const changes = { name, redirectUris }
        const changed = await changeApplication(database, environment, clientId, changes, operatorOf(options))
        print(options, changed, `Changed ${changed.name}.\n\n${fields(registration(changed))}`)
      }),
    )

  addAccessCommands(app)
  addConsoleCommand(app)
  app.addCommand(webhookCommand())
  return app
}

/** Secrets, the firms that allow an application, and switching it off and on. */
function addAccessCommands(app: Command): void {
  app
    .command('rotate-secret')
    .summary('replace the client secret')
    .description(
      'Issues a new client secret and prints it; it is shown only once. The old secret is accepted during the overlap, so that the partner can switch.',
    )
    .argument(...appArgument)
    .option(
      '--overlap <duration>',
      'how long the old secret is still accepted: 0, 90s, 30m, 24h or 7d',
      duration(),
      86_400,
    )
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((clientId: string, options: Formatted & Operated & { overlap: number }) =>
      withDatabase(async ({ database, environment }) => {
        const overlapSeconds = options.overlap
        const wanted = { clientId, overlapSeconds }
        const rotated = await rotateSecret(database, environment, wanted, operatorOf(options))
        const { application, clientSecret, olderEndAt } = rotated
        const rows = fields([
          ['Client id', clientId],
          ['Client secret', clientSecret],
          [
            'Old secret',
            overlapSeconds === 0 || !olderEndAt ? 'ended' : `accepted until ${minute(olderEndAt)}`,
          ],
        ])
        print(
          options,
          { clientId, clientSecret, olderEndAt },
          `Issued a new client secret for ${application.name}.\n\n${rows}\n\nThe secret is shown only once, because only its hash is stored. Save it in a safe place now.`,
        )
      }),
    )

  app
    .command('authorize')
    .summary('allow it for all advisors of a firm')
    .description(
      'Records that a firm allows the application for all its advisors. With the grant type client_credentials, it may then act without asking each of them.',
    )
    .argument(...appArgument)
    .requiredOption('--firm <firm>', 'id or unique name of the firm')
    .option(
      '--scope <scopes>',
      'scopes that the firm allows; repeatable; default: all its texting scopes but text.conversations.read',
      collectWords,
    )
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((clientId: string, options: AuthorizeOptions) =>
      withDatabase(async ({ database }) => {
        const firm = await findFirm(database, options.firm)
        const wanted = { clientId, firmId: firm.id, scopes: options.scope }
        await authorizeApplication(database, wanted, operatorOf(options))
        const found = await showApplication(database, clientId)
        const scopes = found.firms.find(({ id }) => id === firm.id)?.scopes.join(' ')
        print(options, found, `${found.name} may act for all advisors of ${firm.name}: ${scopes}.`)
      }),
    )

  app
    .command('unauthorize')
    .summary('revoke a firm’s authorization')
    .description('Revokes what a firm has allowed. Grants of single advisors stay.')
    .argument(...appArgument)
    .requiredOption('--firm <firm>', 'id or unique name of the firm')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((clientId: string, options: Formatted & Operated & { firm: string }) =>
      withDatabase(async ({ database }) => {
        const firm = await findFirm(database, options.firm)
        await unauthorizeApplication(database, { clientId, firmId: firm.id }, operatorOf(options))
        const found = await showApplication(database, clientId)
        print(options, found, `${found.name} may no longer act for all advisors of ${firm.name}.`)
      }),
    )

  app
    .command('disable')
    .summary('disable an application')
    .description(
      'Disables an application: within seconds its tokens, secrets and keys are rejected, and its queued texts are held.\nNo record is deleted. To undo this, use enable.',
    )
    .argument(...appArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((clientId: string, options: Formatted & Operated) => setActive(clientId, false, options))

  app
    .command('enable')
    .summary('enable an application')
    .description('Enables a disabled application.')
    .argument(...appArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((clientId: string, options: Formatted & Operated) => setActive(clientId, true, options))
}

const addHelp = `
Example:
  parley app add "Northwind CRM" --redirect-uri https://crm.example.com/back \\
    --scope "openid offline_access text.messaging.write"

Scopes:
${fields(Object.entries({ ...advisorScopes, ...applicationScopes }))}

Grant types:
  authorization_code    An advisor signs in and allows it. --redirect-uri implies it
  refresh_token         Access goes on. The scope offline_access implies it
  client_credentials    No advisor is present: for text.* scopes that the advisor
                        or the firm allows the application at that time`

function setActive(clientId: string, active: boolean, options: Formatted & Operated): Promise<void> {
  return withDatabase(async ({ database, environment }) => {
    const changed = await changeApplication(database, environment, clientId, { active }, operatorOf(options))
    print(options, changed, `${changed.name} is ${status(active)}.`)
  })
}
