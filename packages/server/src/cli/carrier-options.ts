import { type Command, InvalidArgumentError, Option } from 'commander'
import { Problem } from '../http/problem.ts'
import type { StoredSettings } from '../texting/index.ts'
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
  readonly tls?: boolean
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
    .option(
      '--window <number>',
      'texts that may be without an answer on each link; SMPP 10, Twilio 20 by default',
      wholeNumber,
    )
    .option('--host <host>', 'SMPP: where it is')
    .option('--port <number>', 'SMPP: its port', wholeNumber)
    .option('--system-id <id>', 'SMPP: who we are')
    .option('--system-type <type>', 'SMPP: only where it asks for one')
    .option('--tls', 'SMPP: encrypt the connection')
    .option('--no-tls', 'SMPP: do not, which is so by default')
    .addOption(
      new Option(
        '--bind-as <how>',
        'SMPP: one link both ways, which is the default, or one for each',
      ).choices(['transceiver', 'pair']),
    )
    .option(
      '--binds <number>',
      'SMPP: links of each worker, each with a window of its own; by default 1',
      wholeNumber,
    )
    .addOption(
      new Option('--long-texts <how>', 'SMPP: how the parts of a text are told; by default udh8').choices([
        'udh8',
        'udh16',
        'sar',
        'payload',
      ]),
    )
    .addOption(
      new Option('--alphabet <name>', 'SMPP: its default alphabet; gsm if not given').choices([
        'gsm',
        'latin1',
      ]),
    )
    .addOption(
      new Option('--submitted-ids <form>', 'SMPP: ids in its answers; by default text').choices(idForms),
    )
    .addOption(
      new Option('--receipt-ids <form>', 'SMPP: ids in its receipts; by default text').choices(idForms),
    )
    .option(
      '--receipt-offset <minutes>',
      'SMPP: of the clock in its receipts, east of UTC; by default 0',
      minutes,
    )
    .option('--country-code <digits>', 'SMPP: before numbers that come without one')
    .option(
      '--opted-out-status <status>',
      'SMPP: a status that means opted out; may be repeated, and replaces those before; empty: none',
      collectStatus,
    )
    .option('--opted-out-error <error>', 'SMPP: the same of an error in a receipt', collectError)
    .option('--account <sid>', 'Twilio: the account')
    .option('--api-origin <origin>', 'Twilio: where it is, if not at https://api.twilio.com')
}

type Settings = Exclude<StoredSettings, { readonly kind: 'simulator' }>
type Kind = CarrierKind | 'simulator'

/** Which options a carrier takes, and the names under which they are kept. */
const settingNames = {
  smpp: {
    host: 'host',
    port: 'port',
    systemType: 'systemType',
    tls: 'tls',
    bindAs: 'bindAs',
    binds: 'binds',
    window: 'window',
    longTexts: 'longTexts',
    alphabet: 'defaultAlphabet',
    submittedIds: 'submittedIds',
    receiptIds: 'receiptedIds',
    receiptOffset: 'receiptOffsetMinutes',
    countryCode: 'countryCode',
    optedOutStatus: 'optedOutStatuses',
    optedOutError: 'optedOutErrors',
  },
  twilio: { account: 'accountSid', apiOrigin: 'apiOrigin', window: 'window' },
  simulator: {},
} as const satisfies Record<Kind, Partial<Record<keyof CarrierOptions, string>>>

const neededOptions = { smpp: ['host', 'port', 'systemId'], twilio: ['account'] } as const

/** All that a new carrier needs. */
export function settingsOf(kind: CarrierKind, options: CarrierOptions): Settings {
  const given = changedSettingsOf(kind, options)
  const missing = neededOptions[kind].filter(option => options[option] === undefined)
  if (missing.length > 0) {
    const list = new Intl.ListFormat('en-GB').format(missing.map(flagOf))
    throw new Problem('invalid_request', `A carrier of the kind ${kind} needs ${list}.`)
  }
  return { kind, ...given } as Settings
}

/** What was given, by the names under which it is kept. What another kind takes is refused, not passed over. */
export function changedSettingsOf(kind: Kind, options: CarrierOptions): Readonly<Record<string, unknown>> {
  const names: Readonly<Record<string, string>> = settingNames[kind]
  const known = new Set([...Object.keys(names), ...(kind === 'smpp' ? ['systemId'] : [])])
  const all = [...Object.values(settingNames).flatMap(each => Object.keys(each)), 'systemId']
  const strange = all.filter(option => option in options && !known.has(option))
  if (strange.length > 0) {
    const list = new Intl.ListFormat('en-GB').format(new Set(strange.map(flagOf)))
    throw new Problem('invalid_request', `A carrier of the kind ${kind} does not take ${list}.`)
  }
  const values: Readonly<Record<string, unknown>> = {
    ...options,
    // Undefined, which is not kept: not encrypted.
    ...('tls' in options && { tls: options.tls ? {} : undefined }),
  }
  return Object.fromEntries(
    Object.entries(names).flatMap(([option, name]) => (option in values ? [[name, values[option]]] : [])),
  )
}

/** Settings as the options that would set them. */
export function optionsOf(kind: Kind, settings: Readonly<Record<string, unknown>>): string[] {
  return Object.entries<string>(settingNames[kind]).flatMap(([option, name]) => {
    const value = settings[name]
    if (value === undefined) return []
    const values = Array.isArray(value) ? (value as readonly unknown[]) : [value]
    return values.map(each => (name === 'tls' ? '--tls' : `${flagOf(option)} ${wordOf(name, each)}`))
  })
}

/** Statuses as the books of carriers have them. */
const wordOf = (name: string, value: unknown): string =>
  name === 'optedOutStatuses' ? `0x${Number(value).toString(16).padStart(4, '0')}` : String(value)

const flagOf = (option: string): string =>
  `--${option.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

export async function credentialsOf<SystemId extends string | undefined>(
  kind: CarrierKind,
  systemId: SystemId,
  { passwordStdin }: CarrierOptions,
): Promise<{ authToken: string } | { systemId: SystemId; password: string }> {
  const fromStdin = passwordStdin === true
  if (kind === 'twilio') return { authToken: await readPassword({ fromStdin, label: 'Token' }) }
  return { systemId, password: await readPassword({ fromStdin }) }
}

/** As the receipt has it. Empty: none. */
const collectError = (text: string, previous: readonly string[] = []): string[] =>
  text === '' ? [] : [...previous, text]

/** In hexadecimal, as the books of carriers have it, or in decimal. Empty: none. */
function collectStatus(text: string, previous: readonly number[] = []): number[] {
  if (text === '') return []
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
