import { Command, Option } from 'commander'
import { readConfig } from '../config.ts'
import { Problem } from '../http/problem.ts'
import { listTextingNumbers } from '../identity/index.ts'
import {
  addCarrier,
  changeCarrier,
  findCarrier,
  listCarriers,
  routeNumbers,
  showCarrier,
  tryCarrier,
} from '../texting/index.ts'
import {
  type CarrierKind,
  type CarrierOptions,
  changedSettingsOf,
  credentialsOf,
  settingsOf,
  withCarrierOptions,
} from './carrier-options.ts'
import { restoreCommand, retireCommand } from './carrier-retirement.ts'
import { addedText, describeCarrier, listOf } from './carrier-words.ts'
import { type Operated, operatorName, operatorOption } from './operator.ts'
import { type Formatted, formatOption, print } from './output.ts'
import { withDatabase } from './with-database.ts'

const nameArgument = ['<name>', 'as parley carrier list shows it'] as const

type AddOptions = Formatted &
  Operated &
  CarrierOptions & { readonly kind: CarrierKind; readonly number?: readonly string[] }

type SetOptions = Formatted & Operated & CarrierOptions & { readonly newCredentials?: true }

const readSecretKey = (): Buffer => readConfig(['secretKey']).secretKey
const readPublicOrigin = (): string => readConfig(['publicOrigin']).publicOrigin

export const carrierCommand = (): Command => {
  const carrier = new Command('carrier')
    .summary('carriers that texts leave through')
    .description(
      'Carriers that texts leave through and replies come in by. Workers follow a change within seconds. Needs DATABASE_URL, and PARLEY_SECRET_KEY for credentials.',
    )
    .helpCommand(false)

  withCarrierOptions(
    carrier
      .command('add')
      .summary('connect a carrier')
      .description(
        'Makes a carrier known. Its password or token is asked for at the terminal, or read from standard input with --password-stdin, and kept encrypted.',
      )
      .argument('<name>', 'what it is called here, such as acme; it stays on record and never changes')
      .addOption(
        new Option('--kind <kind>', 'how it is spoken to').choices(['smpp', 'twilio']).makeOptionMandatory(),
      ),
  )
    .option('--number <number>', 'a number that goes by it; may be repeated', collect)
    .addOption(operatorOption())
    .addOption(formatOption())
    .addHelpText('after', addHelp)
    .action((name: string, options: AddOptions) =>
      withDatabase(async ({ database, environment }) => {
        const settings = settingsOf(options.kind, options)
        await addCarrier(
          database,
          { environment, secretKey: readSecretKey(), operator: operatorName(options) },
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
        'Changes what is given and leaves the rest. New credentials are asked for with --new-credentials; without --system-id the one there is stays.',
      )
      .argument(...nameArgument)
      .option('--new-credentials', 'ask for the password or token anew'),
  )
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((name: string, options: SetOptions) =>
      withDatabase(async ({ database, environment }) => {
        const { kind } = await findCarrier(database, name)
        const { newCredentials, pace, systemId } = options
        const settings = changedSettingsOf(kind, options)
        refuseEmptyChange(kind, options, Object.keys(settings).length)
        const installation = { environment, secretKey: readSecretKey, operator: operatorName(options) }
        await changeCarrier(database, installation, name, {
          ...(Object.keys(settings).length > 0 && { settings }),
          ...(newCredentials &&
            kind !== 'simulator' && { credentials: await credentialsOf(kind, systemId, options) }),
          ...(pace !== undefined && { textsPerSecond: pace || null }),
          ...(options.default && { isDefault: true }),
        })
        print(options, { name, changed: true }, `The carrier ${name} is changed.`)
      }),
    )

  carrier
    .command('list')
    .summary('list carriers, and how each is doing')
    .description(
      'Lists all carriers with what the workers have said about them within the last 15 seconds: links that are up, texts without an answer of those there may be, texts a second, and what last went wrong. Those that are retired come last.',
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
    .summary('show how a carrier is set, and its numbers')
    .description(
      'Shows how a carrier is set, as the options that set it, the numbers that go by it, and where it is to post replies. Never its password or token.',
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
    .summary('try to connect')
    .description(
      'Connects as a worker would and leaves again; no text is sent. A carrier that allows no more links than the workers have refuses this one.',
    )
    .argument(...nameArgument)
    .addOption(formatOption())
    .action((name: string, options: Formatted) =>
      withDatabase(async ({ database }) => {
        const keys = { secretKey: readSecretKey, publicOrigin: readPublicOrigin() }
        const tried = await tryCarrier(database, keys, name)
        const text =
          tried.ending === 'connected'
            ? `The carrier ${name} lets us in (${tried.tookMs} ms).`
            : `The carrier ${name} could not be connected: ${tried.why}.`
        print(options, { name, ...tried }, text)
        if (tried.ending === 'failed') process.exitCode = 1
      }),
    )

  carrier
    .command('route')
    .summary('give numbers to a carrier')
    .description(
      'Gives numbers to a carrier: what they send goes by it from the next text on. Numbers that are given to none go by the default.',
    )
    .argument(...nameArgument)
    .argument('<number...>', 'in E.164, such as +12025550123')
    .addOption(formatOption())
    .action((name: string, numbers: readonly string[], options: Formatted) =>
      withDatabase(async ({ database }) => {
        await routeNumbers(database, name, numbers)
        const whose = numbers.length === 1 ? `The number ${numbers[0]} goes` : `${numbers.length} numbers go`
        const held = await listTextingNumbers(database)
        const unheld = numbers.filter(number => !held.some(each => each.number === number && each.active))
        print(
          options,
          { name, numbers, unheld },
          [`${whose} by ${name}.`, ...unheld.map(notYetHeld)].join('\n'),
        )
      }),
    )

  carrier.addCommand(pausing('pause', true))
  carrier.addCommand(pausing('resume', false))
  carrier.addCommand(retireCommand())
  carrier.addCommand(restoreCommand())
  return carrier
}

function pausing(verb: 'pause' | 'resume', isPaused: boolean): Command {
  return new Command(verb)
    .summary(isPaused ? 'hand nothing to a carrier' : 'hand texts to it again')
    .description(
      isPaused
        ? 'Hands nothing more to a carrier: its texts wait. Replies and receipts still come in.'
        : 'Hands texts to a carrier again. Those that waited leave in order, at its pace.',
    )
    .argument(...nameArgument)
    .addOption(operatorOption())
    .addOption(formatOption())
    .action((name: string, options: Formatted & Operated) =>
      withDatabase(async ({ database, environment }) => {
        const installation = { environment, secretKey: readSecretKey, operator: operatorName(options) }
        await changeCarrier(database, installation, name, { isPaused })
        const text = isPaused
          ? `The carrier ${name} is paused: its texts wait.`
          : `The carrier ${name} sends again.`
        print(options, { name, isPaused }, text)
      }),
    )
}

/** A number may be given to a carrier first. It may also be mistyped. */
const notYetHeld = (number: string): string =>
  `No advisor has the number ${number} now: is it the one you mean?`

/** What would change nothing is not reported as a change. */
function refuseEmptyChange(kind: string, options: SetOptions, settings: number): void {
  const { newCredentials, passwordStdin, systemId, pace } = options
  if (newCredentials && kind === 'simulator') {
    throw new Problem('invalid_request', 'The simulator has no credentials.')
  }
  if (!newCredentials && (passwordStdin || systemId !== undefined)) {
    throw new Problem(
      'invalid_request',
      'System id and password are kept together: give --new-credentials as well.',
    )
  }
  if (newCredentials || settings > 0 || pace !== undefined || options.default) return
  throw new Problem('invalid_request', 'Nothing is given to change. What it takes: parley help carrier set')
}

const addHelp = `
Examples:
  parley carrier add acme --kind smpp --host smpp.example.com --port 2775 --system-id parley --tls
  parley carrier add cloud --kind twilio --account AC0123… --pace 30 --number +12025550123

What other carriers call an opt-out differs. --opted-out-status and --opted-out-error
name the statuses and receipt errors by which this one says it.`

const collect = (value: string, previous: readonly string[] = []): string[] => [...previous, value]
