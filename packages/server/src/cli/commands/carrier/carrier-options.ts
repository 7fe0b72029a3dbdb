import { type Command, InvalidArgumentError, Option } from 'commander'
import type { StoredSettings } from '../../../delivery/index.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { readPassword } from '../../terminal/read-password.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'

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

/** Carrier settings. The defaults suit most carriers. */
export function withCarrierOptions(command: Command): Command {
  return command
    .option('--password-stdin', 'read the password or token from standard input')
    .option('--pace <texts per second>', 'limit for the account, over all its numbers; 0: no limit', pace)
    .option('--default', 'use for numbers that have no other carrier')
    .option(
      '--window <number>',
      'texts in flight per link; default: SMPP 10, Twilio 20',
      wholeNumber(0, 999_999_999),
    )
    .option('--host <host>', 'SMPP: host name or address')
    .option('--port <number>', 'SMPP: port', wholeNumber(0, 999_999_999))
    .option('--system-id <id>', 'SMPP: system id')
    .option('--system-type <type>', 'SMPP: system type, if the carrier requires one')
    .option('--tls', 'SMPP: encrypt the connection')
    .option('--no-tls', 'SMPP: do not encrypt the connection; production requires --tls or --no-tls')
    .addOption(
      new Option('--bind-as <how>', 'SMPP: one link for both directions (default) or one for each').choices([
        'transceiver',
        'pair',
      ]),
    )
    .option(
      '--binds <number>',
      'SMPP: links per worker, each with its own window; default: 1',
      wholeNumber(0, 999_999_999),
    )
    .addOption(
      new Option(
        '--long-texts <how>',
        'SMPP: how the parts of a long text are marked; default: udh8',
      ).choices(['udh8', 'udh16', 'sar', 'payload']),
    )
    .addOption(
      new Option('--alphabet <name>', 'SMPP: default alphabet of the carrier; default: gsm').choices([
        'gsm',
        'latin1',
      ]),
    )
    .addOption(
      new Option('--submitted-ids <form>', 'SMPP: format of ids in responses; default: text').choices(
        idForms,
      ),
    )
    .addOption(
      new Option('--receipt-ids <form>', 'SMPP: format of ids in receipts; default: text').choices(idForms),
    )
    .option(
      '--receipt-offset <minutes>',
      'SMPP: offset of the times in receipts, east of UTC; default: 0',
      minutes,
    )
    .option('--country-code <digits>', 'SMPP: added to numbers that arrive without one')
    .option(
      '--opted-out-status <status>',
      'SMPP: status that means opted out; repeatable; replaces earlier values; empty: none',
      collectStatus,
    )
    .option('--opted-out-error <error>', 'SMPP: receipt error that means opted out; repeatable', collectError)
    .option('--account <sid>', 'Twilio: account SID')
    .option('--api-origin <origin>', 'Twilio: origin of the API; default: https://api.twilio.com')
}

type Settings = Exclude<StoredSettings, { readonly kind: 'simulator' }>
type Kind = CarrierKind | 'simulator'

/** Options of each carrier kind, with the names under which they are stored. */
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

/** Complete settings of a new carrier. */
export function settingsOf(kind: CarrierKind, options: CarrierOptions): Settings {
  const given = changedSettingsOf(kind, options)
  const missing = neededOptions[kind].filter(option => options[option] === undefined)
  if (missing.length > 0) {
    const list = new Intl.ListFormat('en-GB').format(missing.map(flagOf))
    throw new Problem('invalid_request', `A carrier of kind ${kind} needs ${list}.`)
  }
  return { kind, ...given } as Settings
}

/** Given options by their stored names. An option of another kind is rejected, not ignored. */
export function changedSettingsOf(kind: Kind, options: CarrierOptions): Readonly<Record<string, unknown>> {
  const names: Readonly<Record<string, string>> = settingNames[kind]
  const known = new Set([...Object.keys(names), ...(kind === 'smpp' ? ['systemId'] : [])])
  const all = [...Object.values(settingNames).flatMap(each => Object.keys(each)), 'systemId']
  const strange = all.filter(option => option in options && !known.has(option))
  if (strange.length > 0) {
    const list = new Intl.ListFormat('en-GB').format(new Set(strange.map(flagOf)))
    throw new Problem('invalid_request', `A carrier of kind ${kind} does not take ${list}.`)
  }
  const values: Readonly<Record<string, unknown>> = {
    ...options,
    // Undefined, which is not stored, means not encrypted.
    ...('tls' in options && { tls: options.tls ? {} : undefined }),
  }
  return Object.fromEntries(
    Object.entries(names).flatMap(([option, name]) => (option in values ? [[name, values[option]]] : [])),
  )
}

/** Settings as command line options. */
export function optionsOf(kind: Kind, settings: Readonly<Record<string, unknown>>): string[] {
  return Object.entries<string>(settingNames[kind]).flatMap(([option, name]) => {
    const value = settings[name]
    if (value === undefined) return []
    const values = Array.isArray(value) ? (value as readonly unknown[]) : [value]
    return values.map(each => (name === 'tls' ? '--tls' : `${flagOf(option)} ${wordOf(name, each)}`))
  })
}

/** Statuses in hexadecimal, as in carrier documentation. */
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

/** As written in the receipt. Empty: none. */
const collectError = (text: string, previous: readonly string[] = []): string[] =>
  text === '' ? [] : [...previous, text]

/** In hexadecimal, as in carrier documentation, or in decimal. Empty: none. */
function collectStatus(text: string, previous: readonly number[] = []): number[] {
  if (text === '') return []
  if (!/^(0x[0-9a-f]{1,8}|[0-9]{1,9})$/i.test(text))
    throw new InvalidArgumentError('Must be a status such as 0x0401 or 1025.')
  return [...previous, Number(text)]
}

function pace(text: string): number {
  if (!/^[0-9]+(\.[0-9]+)?$/.test(text))
    throw new InvalidArgumentError('Must be a number, such as 20 or 0.5.')
  return Number(text)
}

function minutes(text: string): number {
  if (!/^-?[0-9]{1,4}$/.test(text)) throw new InvalidArgumentError('Must be a number of minutes.')
  return Number(text)
}
