import { Command, Option } from 'commander'
import { readConfig } from '../../../config.ts'
import {
  addCarrier,
  changeCarrier,
  findCarrier,
  listCarriers,
  routeNumbers,
  showCarrier,
  tryCarrier,
} from '../../../delivery/index.ts'
import { listTextingNumbers, type SecretKeys } from '../../../identity/index.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { collect } from '../../terminal/collect.ts'
import { type Operated, operatorName, operatorOf, operatorOption } from '../../terminal/operator.ts'
import { type Formatted, formatOption, print } from '../../terminal/output.ts'
import { withDatabase } from '../../terminal/with-database.ts'
import { addedText, describeCarrier, listOf } from './carrier-format.ts'
import {
  type CarrierKind,
  type CarrierOptions,
  changedSettingsOf,
  credentialsOf,
  settingsOf,
  withCarrierOptions,
} from './carrier-options.ts'
import { restoreCommand, retireCommand } from './carrier-retirement.ts'

const nameArgument = ['<name>', 'from parley carrier list'] as const

type AddOptions = Formatted &
  Operated &
  CarrierOptions & { readonly kind: CarrierKind; readonly number?: readonly string[] }

type SetOptions = Formatted & Operated & CarrierOptions & { readonly newCredentials?: true }

const readSecretKeys = (): SecretKeys => readConfig(['secretKey', 'formerSecretKeys'])
const readPublicOrigin = (): string => readConfig(['publicOrigin']).publicOrigin

export const carrierCommand = (): Command => {
  const carrier = new Command('carrier')
    .summary('manage carriers')
    .description(
      'Manage the carriers that send texts and deliver replies. Workers apply changes within seconds. Needs DATABASE_URL, and PARLEY_SECRET_KEY for credentials.',
    )
    .helpCommand(false)

  withCarrierOptions(
    carrier
      .command('add')
      .summary('add a carrier')
      .description(
        'Adds a carrier. Prompts for its password or token, or reads it from standard input with --password-stdin, and stores it encrypted.',
      )
      .argument('<name>', 'permanent name, such as acme')
      .addOption(new Option('--kind <kind>', 'protocol').choices(['smpp', 'twilio']).makeOptionMandatory()),
  )
    .option('--number <number>', 'number that uses this carrier; repeatable', collect)
    .addOption(operatorOption())
    .addOption(formatOption())
    .addHelpText('after', addHelp)
    .action((name: string, options: AddOptions) =>
      withDatabase(async ({ database, environment }) => {
        const settings = settingsOf(options.kind, options)
        await addCarrier(
          database,
          { environment, secretKeys: readSecretKeys(), operator: operatorName(options) },
          {
            name,
            settings,
            credentials: await credentialsOf(options.kind, options.systemId ?? '', options),
            textsPerSecond: options.pace || null,
            isDefault: options.default === true,
            numbers: options.number ?? [],
          },
        )
        const [added] = (await listCarriers(database)).filter(each => each.name === name)
        print(options, added, addedText(name, options.kind, readPublicOrigin()))
      }),
    )

  withCarrierOptions(
    carrier
      .command('set')
      .summary('change a carrier')
      .description(
        'Changes only the given options. --new-credentials prompts for new credentials; without --system-id, the system id stays the same.',
      )
      .argument(...nameArgument)
      .option('--new-credentials', 'prompt for a new password or token'),
  )
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((name: string, options: SetOptions) =>
      withDatabase(async ({ database, environment }) => {
        const { kind } = await findCarrier(database, name)
        const { newCredentials, pace, systemId } = options
        const settings = changedSettingsOf(kind, options)
        refuseEmptyChange(kind, options, Object.keys(settings).length)
        const installation = { environment, secretKeys: readSecretKeys, operator: operatorName(options) }
        await changeCarrier(database, installation, name, {
          ...(Object.keys(settings).length > 0 && { settings }),
          ...(newCredentials &&
            kind !== 'simulator' && { credentials: await credentialsOf(kind, systemId, options) }),
          ...(pace !== undefined && { textsPerSecond: pace || null }),
          ...(options.default && { isDefault: true }),
        })
        print(options, { name, changed: true }, `Changed carrier ${name}.`)
      }),
    )

  addRunningCommands(carrier)
  carrier.addCommand(pausing('pause', true))
  carrier.addCommand(pausing('resume', false))
  carrier.addCommand(retireCommand())
  carrier.addCommand(restoreCommand())
  return carrier
}

/** Commands for the state of carriers and the numbers routed to them. */
function addRunningCommands(carrier: Command): void {
  carrier
    .command('list')
    .summary('list carriers and their state')
    .description(
      'Lists all carriers with their state as reported by the workers in the last 15 seconds: links that are up, texts in flight and the window, texts per second, and the last error. Retired carriers come last.',
    )
    .addOption(formatOption())
    .action((options: Formatted) =>
      withDatabase(async ({ database }) => {
        const carriers = await listCarriers(database)
        print(options, carriers, listOf(carriers))
      }),
    )

  carrier
    .command('show')
    .summary('show the settings and numbers of a carrier')
    .description(
      'Shows the settings of a carrier as command line options, its numbers, and the URL for replies. Never shows its password or token.',
    )
    .argument(...nameArgument)
    .addOption(formatOption())
    .action((name: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const shown = await showCarrier(database, name)
        print(options, shown, describeCarrier(shown, readPublicOrigin()))
      }),
    )

  carrier
    .command('test')
    .summary('test the connection')
    .description(
      'Connects as a worker would, then disconnects; no text is sent. If the workers already use all links that the carrier allows, it rejects this one.',
    )
    .argument(...nameArgument)
    .addOption(formatOption())
    .action((name: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const keys = { secretKeys: readSecretKeys, publicOrigin: readPublicOrigin() }
        const tried = await tryCarrier(database, keys, name)
        const text =
          tried.ending === 'connected'
            ? `Connected to carrier ${name} (${tried.tookMs} ms).`
            : `Could not connect to carrier ${name}: ${tried.why}.`
        print(options, { name, ...tried }, text)
        if (tried.ending === 'failed') process.exitCode = 1
      }),
    )

  carrier
    .command('route')
    .summary('assign numbers to a carrier')
    .description(
      'Assigns numbers to a carrier, from their next text. Numbers without a carrier use the default.',
    )
    .argument(...nameArgument)
    .argument('<number...>', 'in E.164 format, such as +12025550123')
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((name: string, numbers: readonly string[], options: Formatted & Operated) =>
      withDatabase(async ({ database }) => {
        await routeNumbers(database, name, numbers, operatorOf(options))
        const whose =
          numbers.length === 1 ? `Number ${numbers[0]} now uses` : `${numbers.length} numbers now use`
        const held = await listTextingNumbers(database)
        const unheld = numbers.filter(number => !held.some(each => each.number === number && each.active))
        print(
          options,
          { name, numbers, unheld },
          [`${whose} carrier ${name}.`, ...unheld.map(notYetHeld)].join('\n'),
        )
      }),
    )
}

function pausing(verb: 'pause' | 'resume', isPaused: boolean): Command {
  return new Command(verb)
    .summary(isPaused ? 'pause a carrier' : 'resume a carrier')
    .description(
      isPaused
        ? 'Pauses a carrier: its texts wait. Replies and receipts still arrive.'
        : 'Resumes a carrier. Waiting texts are sent in order, at its pace.',
    )
    .argument(...nameArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((name: string, options: Formatted & Operated) =>
      withDatabase(async ({ database, environment }) => {
        const installation = { environment, secretKeys: readSecretKeys, operator: operatorName(options) }
        await changeCarrier(database, installation, name, { isPaused })
        const text = isPaused
          ? `Carrier ${name} is paused. Its texts wait.`
          : `Carrier ${name} is sending again.`
        print(options, { name, isPaused }, text)
      }),
    )
}

/** A number may be routed before an advisor has it. It may also be mistyped. */
const notYetHeld = (number: string): string =>
  `No advisor has number ${number} yet. Check that it is correct.`

/** A command that changes nothing is an error, not a success. */
function refuseEmptyChange(kind: string, options: SetOptions, settings: number): void {
  const { newCredentials, passwordStdin, systemId, pace } = options
  if (newCredentials && kind === 'simulator') {
    throw new Problem('invalid_request', 'The simulator has no credentials.')
  }
  if (!newCredentials && (passwordStdin || systemId !== undefined)) {
    throw new Problem(
      'invalid_request',
      'The system id and password are stored together. Use --new-credentials as well.',
    )
  }
  if (newCredentials || settings > 0 || pace !== undefined || options.default) return
  throw new Problem('invalid_request', 'Nothing to change. To see the options: parley help carrier set')
}

const addHelp = `
Examples:
  parley carrier add acme --kind smpp --host smpp.example.com --port 2775 --system-id parley --tls
  parley carrier add cloud --kind twilio --account AC0123… --pace 30 --number +12025550123

What other carriers call an opt-out differs. --opted-out-status and --opted-out-error
name the statuses and receipt errors by which this one says it.`
