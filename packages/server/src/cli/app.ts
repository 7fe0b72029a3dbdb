import { scopes as knownScopes } from '@parley/contract'
import { Command, InvalidArgumentError } from 'commander'
import { Problem } from '../http/problem.ts'
import {
  type Application,
  addApplication,
  authorizeApplication,
  changeApplication,
  findFirm,
  listApplications,
  rotateSecret,
  showApplication,
  unauthorizeApplication,
} from '../identity/index.ts'
import { keyStatus } from './key.ts'
import { day, type Formatted, fields, formatOption, minute, print, status, table } from './output.ts'
import { describeUsagePlan, type UsagePlanOptions, usagePlanOf, withUsagePlanOptions } from './usage-plan.ts'
import { withDatabase } from './with-database.ts'

interface AddOptions extends Formatted, UsagePlanOptions {
  readonly redirectUri?: readonly string[]
  readonly scope?: readonly string[]
  readonly grantType?: readonly string[]
}

const appArgument = ['<client id>', 'as parley app list shows it'] as const

export const appCommand = (): Command => {
  const app = new Command('app')
    .summary('applications of partners, with their credentials')
    .description('Applications of partners, which act for advisors who allow it. Needs DATABASE_URL.')
    .helpCommand(false)

  const add = app
    .command('add')
    .summary('register an application')
    .description('Registers an application and prints its client id, client secret and API key, once.')
    .argument('<name>', 'what advisors read when they are asked to allow it')
    .option('--redirect-uri <uri>', 'where the browser returns to, exactly; may be repeated', collect)
    .option('--scope <scopes>', 'what it may ask for (see below); may be repeated', collectWords)
    .option('--grant-type <types>', 'how it gets tokens (see below); may be repeated', collectWords)
  withUsagePlanOptions(add)
    .addOption(formatOption())
    .addHelpText('after', addHelp)
    .action((name: string, options: AddOptions) =>
      withDatabase(async ({ database, environment }) => {
        const { application, clientSecret, key } = await addApplication(database, environment, {
          name,
          redirectUris: options.redirectUri ?? [],
          scopes: options.scope ?? [],
          grantTypes: options.grantType ?? [],
          usagePlan: usagePlanOf(options),
        })
        const credentials = fields([
          ['Client id', application.clientId],
          ['Client secret', clientSecret],
          ['API key', key.apiKey],
        ])
        const rows = fields([...registration(application), ['Usage plan', describeUsagePlan(key.usagePlan)]])
        print(
          options,
          { ...application, clientSecret, apiKey: key.apiKey, apiKeyId: key.id, usagePlan: key.usagePlan },
          `Registered ${application.name} in ${environment}.\n\n${credentials}\n\nSecret and key are shown once. Only their hashes are kept: store them in a safe place now.\n\n${rows}`,
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
      'Shows one application with its secrets, keys and firms. The secrets themselves are not kept.',
    )
    .argument(...appArgument)
    .addOption(formatOption())
    .action((clientId: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const found = await showApplication(database, clientId)
        print(options, found, detail(found))
      }),
    )

  app
    .command('set')
    .summary('change name or redirect URIs')
    .description(
      'Changes the name, or replaces all redirect URIs. Scopes and grant types stay: advisors have allowed these.',
    )
    .argument(...appArgument)
    .option('--name <name>', 'what advisors read when they are asked to allow it')
    .option('--redirect-uri <uri>', 'where the browser returns to, exactly; may be repeated', collect)
    .addOption(formatOption())
    .action((clientId: string, options: Formatted & { name?: string; redirectUri?: readonly string[] }) =>
      withDatabase(async ({ database, environment }) => {
        const { name, redirectUri: redirectUris } = options
        if ((name ?? redirectUris) === undefined) {
          throw new Problem('invalid_request', 'There is nothing to change: give --name or --redirect-uri.')
        }
        const changed = await changeApplication(database, environment, clientId, { name, redirectUris })
        print(options, changed, `Changed ${changed.name}.\n\n${fields(registration(changed))}`)
      }),
    )

  app
    .command('rotate-secret')
    .summary('replace the client secret')
    .description(
      'Issues a new client secret and prints it, once. The older one is accepted for the overlap, so that the partner can change over.',
    )
    .argument(...appArgument)
    .option(
      '--overlap <duration>',
      'how long the older one lives on: 0, 90s, 30m, 24h or 7d',
      duration,
      86_400,
    )
    .addOption(formatOption())
    .action((clientId: string, options: Formatted & { overlap: number }) =>
      withDatabase(async ({ database, environment }) => {
        const overlapSeconds = options.overlap
        const rotated = await rotateSecret(database, environment, { clientId, overlapSeconds })
        const { application, clientSecret, olderEndAt } = rotated
        const rows = fields([
          ['Client id', clientId],
          ['Client secret', clientSecret],
          [
            'Older one',
            overlapSeconds === 0 || !olderEndAt ? 'ended' : `accepted until ${minute(olderEndAt)}`,
          ],
        ])
        print(
          options,
          { clientId, clientSecret, olderEndAt },
          `Issued a new client secret for ${application.name}.\n\n${rows}\n\nThis secret is shown once. Only its hash is kept: store it in a safe place now.`,
        )
      }),
    )

  app
    .command('authorize')
    .summary('let a firm allow it for all its advisors')
    .description(
      'Records that a firm allows the application for all its advisors. With the grant type client_credentials it may then act without asking each of them.',
    )
    .argument(...appArgument)
    .requiredOption('--firm <firm>', 'id, or name where only one firm has it')
    .addOption(formatOption())
    .action((clientId: string, options: Formatted & { firm: string }) =>
      withDatabase(async ({ database }) => {
        const firm = await findFirm(database, options.firm)
        await authorizeApplication(database, { clientId, firmId: firm.id })
        const found = await showApplication(database, clientId)
        print(options, found, `${found.name} may act for all advisors of ${firm.name}.`)
      }),
    )

  app
    .command('unauthorize')
    .summary('take that back')
    .description('Takes back what a firm has allowed. What single advisors have allowed stays.')
    .argument(...appArgument)
    .requiredOption('--firm <firm>', 'id, or name where only one firm has it')
    .addOption(formatOption())
    .action((clientId: string, options: Formatted & { firm: string }) =>
      withDatabase(async ({ database }) => {
        const firm = await findFirm(database, options.firm)
        await unauthorizeApplication(database, { clientId, firmId: firm.id })
        const found = await showApplication(database, clientId)
        print(options, found, `${found.name} may no longer act for all advisors of ${firm.name}.`)
      }),
    )

  app
    .command('disable')
    .summary('shut an application out')
    .description(
      'Shuts an application out: within seconds its tokens, secrets and keys are refused.\nNothing is deleted; enable undoes it.',
    )
    .argument(...appArgument)
    .addOption(formatOption())
    .action((clientId: string, options: Formatted) => setActive(clientId, false, options))

  app
    .command('enable')
    .summary('let an application in again')
    .description('Lets a disabled application in again.')
    .argument(...appArgument)
    .addOption(formatOption())
    .action((clientId: string, options: Formatted) => setActive(clientId, true, options))

  return app
}

const addHelp = `
Example:
  parley app add "Northwind CRM" --redirect-uri https://crm.example.com/back \\
    --scope "openid offline_access text.messaging.write"

Scopes:
${fields(Object.entries(knownScopes))}

Grant types:
  authorization_code    An advisor signs in and allows it. --redirect-uri implies it
  refresh_token         Access goes on. The scope offline_access implies it
  client_credentials    No advisor is present: for text.* scopes, where advisor or
                        firm have allowed the application before`

function setActive(clientId: string, active: boolean, options: Formatted): Promise<void> {
  return withDatabase(async ({ database, environment }) => {
    const changed = await changeApplication(database, environment, clientId, { active })
    print(options, changed, `${changed.name} is ${status(active)}.`)
  })
}

const collect = (value: string, previous: readonly string[] = []): string[] => [...previous, value]

const collectWords = (value: string, previous: readonly string[] = []): string[] => [
  ...previous,
  ...value.split(/[\s,]+/).filter(word => word !== ''),
]

const secondsPer: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

function duration(text: string): number {
  const [, amount, unit] = /^([0-9]{1,9})([smhd])$/.exec(text === '0' ? '0s' : text) ?? []
  const unitSeconds = secondsPer[unit ?? '']
  if (unitSeconds === undefined)
    throw new InvalidArgumentError('Write it like 24h: a number, then s, m, h or d.')
  return Number(amount) * unitSeconds
}

type Fields = Parameters<typeof fields>[0]

const registration = ({ name, redirectUris, scopes, grantTypes }: Application): Fields => [
  ['Name', name],
  ['Redirect URI', redirectUris],
  ['Scopes', scopes],
  ['Grant types', grantTypes],
]

function detail(found: Awaited<ReturnType<typeof showApplication>>): string {
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
    ['Firms', found.firms.map(firm => `${firm.name} (${firm.id}) since ${day(firm.authorizedAt)}`)],
  ])
  return `The application ${found.name}\n\n${rows}`
}

function describeSecret({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date | null }): string {
  const issued = `issued ${minute(createdAt)}`
  return expiresAt === null ? issued : `${issued}, accepted until ${minute(expiresAt)}`
}

function listOf(applications: readonly Application[]): string {
  if (applications.length === 0) return 'There are no applications yet. Register one: parley app add --help'
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
