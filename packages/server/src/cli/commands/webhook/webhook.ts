import type { EndpointRequest } from '@parley/contract'
import { Command } from 'commander'
import { readConfig } from '../../../config.ts'
import { withoutIdempotency } from '../../../platform/idempotency/idempotency.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  endpointsOf,
  findEndpoint,
} from '../../../webhooks/index.ts'
import { collectWords } from '../../terminal/collect.ts'
import { type Operated, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, formatOption, print } from '../../terminal/output.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'
import { addDeliveryCommands } from './delivery.ts'
import { describeEndpoint, endpointRecord, listOf, secretText } from './webhook-format.ts'
import { appArgument, endpointArgument, managerOf, withApplication } from './with-application.ts'

interface EndpointOptions {
  readonly url?: string
  readonly type?: readonly string[]
  readonly advisor?: readonly string[]
  readonly rate?: number | 'none'
}

export const webhookCommand = (): Command => {
  const webhook = new Command('webhook')
    .summary('manage its webhook endpoints')
    .description(
      'Manage webhook endpoints: the addresses to which an application has events posted. The application itself can do the same with the API. Needs DATABASE_URL.',
    )
    .helpCommand(false)

  webhook
    .command('list')
    .summary('list the endpoints of an application')
    .description('Lists the webhook endpoints of an application.')
    .argument(...appArgument)
    .addOption(formatOption())
    .action((clientId: string, options: Formatted) =>
      withApplication(clientId, async ({ database, application }) => {
        const endpoints = await endpointsOf(database, [application.id])
        print(options, endpoints.map(endpointRecord), listOf(endpoints, application))
      }),
    )

  webhook
    .command('show')
    .summary('show one endpoint and how far it is')
    .description(
      'Shows one endpoint: what it gets, whether deliveries succeed, and what is waiting. Secrets cannot be shown again.',
    )
    .argument(...appArgument)
    .argument(...endpointArgument)
    .addOption(formatOption())
    .action((clientId: string, endpointId: number, options: Formatted) =>
      withApplication(clientId, async ({ database, application }) => {
        const endpoint = await findEndpoint(database, application.id, endpointId)
        print(options, endpointRecord(endpoint), describeEndpoint(endpoint, application))
      }),
    )

  addChangeCommands(webhook)
  addDeliveryCommands(webhook)
  return webhook
}

function addChangeCommands(webhook: Command): void {
  withEndpointOptions(
    webhook
      .command('add')
      .summary('add an endpoint')
      .description(
        'Adds an endpoint, which gets events from now on, and prints the secret that checks its signatures. The secret is shown only once. Also needs PARLEY_SECRET_KEY.\nOutside a sandbox an endpoint gets events after a test event has arrived: parley app webhook test.',
      )
      .argument(...appArgument)
      .requiredOption(...urlOption),
  )
    .addHelpText('after', addHelp)
    .action((clientId: string, options: Formatted & Operated & EndpointOptions & { readonly url: string }) =>
      withApplication(clientId, async ({ database, application, isSandbox }) => {
        const { url, type, advisor, rate } = options
        const secretKeys = readConfig(['secretKey', 'formerSecretKeys'])
        const manager = managerOf(application, options)
        const wanted = requestOf(url, { types: type, advisors: advisor, rate })
        const parts = { database, secretKeys, isSandbox }
        const { endpointId, secret } = await createEndpoint(parts, manager, wanted, withoutIdempotency)
        const endpoint = await findEndpoint(database, application.id, endpointId)
        print(
          options,
          { ...endpointRecord(endpoint), secret },
          `Added endpoint ${endpointId}.\n\n${secretText(secret)}\n\n${describeEndpoint(endpoint, application)}`,
        )
      }),
    )

  withEndpointOptions(
    webhook
      .command('set')
      .summary('change address, events, advisors or rate')
      .description(
        'Changes what you name and keeps the rest. Its replays end. Outside a sandbox a new address needs a test event again.',
      )
      .argument(...appArgument)
      .argument(...endpointArgument)
      .option(...urlOption),
  ).action((clientId: string, endpointId: number, options: Formatted & Operated & EndpointOptions) =>
    withApplication(clientId, async ({ database, application, isSandbox }) => {
      const { url, type, advisor, rate } = options
      if ((url ?? type ?? advisor ?? rate) === undefined)
        throw new Problem('invalid_request', 'Nothing to change. Use --url, --type, --advisor or --rate.')
      const manager = managerOf(application, options)
      const update = {
        ...(url !== undefined && { url }),
        ...(type && { types: type.includes('all') ? null : [...type] }),
        ...(advisor && { advisors: advisor.includes('all') ? null : [...advisor] }),
        ...(rate !== undefined && { eventsPerSecond: typeof rate === 'number' ? rate : null }),
      }
      await changeEndpoint({ database, isSandbox }, manager, endpointId, update)
      const endpoint = await findEndpoint(database, application.id, endpointId)
      print(
        options,
        endpointRecord(endpoint),
        `Changed endpoint ${endpointId}.\n\n${describeEndpoint(endpoint, application)}`,
      )
    }),
  )

  webhook
    .command('remove')
    .summary('remove an endpoint')
    .description(
      'Removes an endpoint with its secrets, its waiting events and its list of deliveries. This cannot be undone. To stop deliveries for a while, use pause.',
    )
    .argument(...appArgument)
    .argument(...endpointArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((clientId: string, endpointId: number, options: Formatted & Operated) =>
      withApplication(clientId, async ({ database, application }) => {
        const manager = managerOf(application, options)
        await deleteEndpoint(database, manager, endpointId)
        print(options, { endpointId, removed: true }, `Removed endpoint ${endpointId}.`)
      }),
    )
}

const urlOption = [
  '--url <url>',
  'where events are posted: https, or in a sandbox http to your own machine',
] as const

const withEndpointOptions = (command: Command): Command =>
  command
    .option('--type <types>', 'event types or families such as message.*, or all; repeatable', collectWords)
    .option('--advisor <identifiers>', 'only events of these advisors, or all; repeatable', collectWords)
    .option('--rate <number>', 'deliveries per second at most, or none for no limit', rate)
    .addOption(operatorOption())
    .addOption(formatOption())

const addHelp = `
Example:
  parley app webhook add app_… --url https://crm.example.com/hooks/parley \\
    --type "message.* consent.*"

The event types are listed in docs/partner/events.md.`

// Not null yet: commander would turn null into an empty string.
const rate = (text: string): number | 'none' => (text === 'none' ? text : wholeNumber(1, 10_000)(text))

interface Settings {
  readonly types?: readonly string[] | null | undefined
  readonly advisors?: readonly string[] | null | undefined
  readonly rate?: number | 'none' | null | undefined
}

const requestOf = (url: string, { types, advisors, rate: perSecond }: Settings): EndpointRequest => ({
  url,
  ...(types && !types.includes('all') && { types: [...types] }),
  ...(advisors && !advisors.includes('all') && { advisors: [...advisors] }),
  ...(typeof perSecond === 'number' && { eventsPerSecond: perSecond }),
})
