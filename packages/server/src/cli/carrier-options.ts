import { type Command, InvalidArgumentError, Option } from 'commander'
import { Problem } from '../http/problem.ts'
import type { Credentials, StoredSettings } from '../texting/index.ts'
import { readPassword } from './read-password.ts'

export type CarrierKind = 'smpp' | 'twilio'

export interface CarrierOptions {
  readonly passwordStdin?: true
  readonly pace?: number
  readonly default?: true
  readonly window?: number
  readonly host?: string
  readonly port?: number
  readonly systemId?: string
  readonly systemType?: string
  readonly tls?: true
  readonly bindAs?: 'transceiver' | 'pair'
  readonly binds?: number
  readonly longTexts?: 'udh8' | 'udh16' | 'sar' | 'payload'
  readonly alphabet?: 'gsm' | 'latin1'
  readonly submittedIds?: 'text' | 'hex' | 'decimal'
  readonly receiptIds?: 'text' | 'hex' | 'decimal'
  readonly receiptOffset?: number
  readonly countryCode?: string
  readonly optedOutStatus?: readonly number[]
  readonly optedOutError?: readonly string[]
  readonly account?: string
  readonly apiOrigin?: string
}

const idForms = ['text', 'hex', 'decimal'] as const

/** What is peculiar to a carrier. Everything that is not given has a value that suits most. */
export function withCarrierOptions(command: Command): Command {
  return command
    .option('--password-stdin', 'read the password or token from standard input')
    .option('--pace <texts per second>', 'what the account may send, over all its numbers; 0: no limit', pace)
    .option('--default', 'carry the numbers that are given to no other')
    .option('--window <number>', 'texts that may be without an answer, on each link', wholeNumber)
    .option('--host <host>', 'SMPP: where it is')
    .option('--port <number>', 'SMPP: its port', wholeNumber)
    .option('--system-id <id>', 'SMPP: who we are')
    .option('--system-type <type>', 'SMPP: only where it asks for one')
    .option('--tls', 'SMPP: encrypt the connection')
    .addOption(
      new Option('--bind-as <how>', 'SMPP: one link both ways, or one for each').choices([
        'transceiver',
        'pair',
      ]),
    )
    .option('--binds <number>', 'SMPP: links, each with a window of its own', wholeNumber)
    .addOption(
      new Option('--long-texts <how>', 'SMPP: how the parts of a text are told').choices([
        'udh8',
        'udh16',
        'sar',
        'payload',
      ]),
    )
    .addOption(new Option('--alphabet <name>', 'SMPP: its default alphabet').choices(['gsm', 'latin1']))
    .addOption(new Option('--submitted-ids <form>', 'SMPP: ids in its answers').choices(idForms))
    .addOption(new Option('--receipt-ids <form>', 'SMPP: ids in its receipts').choices(idForms))
    .option('--receipt-offset <minutes>', 'SMPP: of the clock in its receipts, east of UTC', minutes)
    .option('--country-code <digits>', 'SMPP: before numbers that come without one')
    .option(
      '--opted-out-status <status>',
      'SMPP: a status that means opted out; may be repeated',
      collectStatus,
    )
    .option('--opted-out-error <error>', 'SMPP: the same in a receipt; may be repeated', collect)
    .option('--account <sid>', 'Twilio: the account')
    .option('--api-origin <origin>', 'Twilio: where it is, if elsewhere')
}

type Settings = Exclude<StoredSettings, { readonly kind: 'simulator' }>

/** What was given, by the names under which it is kept. */
export function settingsOf(kind: CarrierKind, options: CarrierOptions, { isChange = false } = {}): Settings {
  const given =
    kind === 'smpp'
      ? {
          host: options.host,
          port: options.port,
          systemType: options.systemType,
          tls: options.tls && {},
          bindAs: options.bindAs,
          binds: options.binds,
          window: options.window,
          longTexts: options.longTexts,
          defaultAlphabet: options.alphabet,
          submittedIds: options.submittedIds,
          receiptedIds: options.receiptIds,
          receiptOffsetMinutes: options.receiptOffset,
          countryCode: options.countryCode,
          optedOutStatuses: options.optedOutStatus,
          optedOutErrors: options.optedOutError,
        }
      : { accountSid: options.account, apiOrigin: options.apiOrigin, window: options.window }
  const required = kind === 'smpp' ? ['host', 'port'] : ['accountSid']
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const missing = required.filter(name => known[name] === undefined)
  if (missing.length > 0 && !isChange) {
    const words: Record<string, string> = { host: '--host', port: '--port', accountSid: '--account' }
    const list = missing.map(name => words[name]).join(' and ')
    throw new Problem('invalid_request', `A carrier of the kind ${kind} needs ${list}.`)
  }
  return { kind, ...known } as Settings
}

export async function credentialsOf(kind: CarrierKind, options: CarrierOptions): Promise<Credentials> {
  const { systemId, passwordStdin = false } = options
  if (kind === 'twilio')
    return { authToken: await readPassword({ fromStdin: passwordStdin, label: 'Token' }) }
  if (systemId === undefined)
    throw new Problem('invalid_request', 'A carrier of the kind smpp needs --system-id.')
  return { systemId, password: await readPassword({ fromStdin: passwordStdin }) }
}

const collect = (value: string, previous: readonly string[] = []): string[] => [...previous, value]

/** In hexadecimal, as the books of carriers have it, or in decimal. */
function collectStatus(text: string, previous: readonly number[] = []): number[] {
  if (!/^(0x[0-9a-f]{1,8}|[0-9]{1,9})$/i.test(text))
    throw new InvalidArgumentError('Write it like 0x0401 or 1025.')
  return [...previous, Number(text)]
}

function pace(text: string): number {
  if (!/^[0-9]+(\.[0-9]+)?$/.test(text))
    throw new InvalidArgumentError('It must be a number, such as 20 or 0.5.')
  return Number(text)
}

function wholeNumber(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

function minutes(text: string): number {
  if (!/^-?[0-9]{1,4}$/.test(text)) throw new InvalidArgumentError('It must be a number of minutes.')
  return Number(text)
}
