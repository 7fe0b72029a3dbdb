// Each rule returns what is wrong as a sentence for the author, or undefined.
import type { Environment } from '../../platform/db/migrate.ts'
import { Problem } from '../../platform/problem/problem.ts'
import type { Credentials, StoredSettings } from './records.ts'

type Mistake = string | undefined

const paceMax = 10_000

export function refuseCarrierMistakes(mistakes: readonly Mistake[]): void {
  const found = mistakes.filter(mistake => mistake !== undefined)
  if (found.length > 0) throw new Problem('invalid_request', found.join(' '))
}

export const carrierNameMistake = (name: string): Mistake =>
  /^[a-z][a-z0-9-]{0,31}$/.test(name)
    ? undefined
    : 'The name must have 1 to 32 characters: lower-case letters, digits and hyphens, the first a letter.'

export const paceMistake = (textsPerSecond: number | null): Mistake =>
  textsPerSecond === null || (textsPerSecond >= 0.01 && textsPerSecond <= paceMax)
    ? undefined
    : `The pace must be from 0.01 to ${paceMax} texts per second.`

export function settingsMistakes(settings: StoredSettings): Mistake[] {
  switch (settings.kind) {
    case 'simulator':
      return []
    case 'smpp': {
      const { host, port, binds = 1, window = 10, countryCode = '1' } = settings
      return [
        host === '' || /[\s/]/.test(host) ? 'The host must be a name or an address.' : undefined,
        isFrom(1, 65_535, port) ? undefined : 'The port must be from 1 to 65535.',
        isFrom(1, 20, binds) ? undefined : 'There must be 1 to 20 binds.',
        isFrom(1, 1_000, window) ? undefined : 'The window must be from 1 to 1000.',
        /^[1-9][0-9]{0,2}$/.test(countryCode) ? undefined : 'The country code must be 1 to 3 digits.',
      ]
    }
    case 'twilio': {
      const { accountSid, apiOrigin, window = 20 } = settings
      return [
        /^AC[0-9a-f]{32}$/.test(accountSid)
          ? undefined
          : 'The account must be written AC and 32 hexadecimal digits.',
        apiOrigin === undefined ? undefined : originMistake(apiOrigin),
        isFrom(1, 1_000, window) ? undefined : 'The window must be from 1 to 1000.',
      ]
    }
  }
}

/** Unencrypted only if the operator explicitly passed --no-tls, which is recorded. */
export const encryptionMistake = (environment: Environment, settings: StoredSettings): Mistake =>
  environment === 'production' && settings.kind === 'smpp' && !('tls' in settings)
    ? 'SMPP without TLS sends texts and the password in the clear. Choose TLS, or state that the line is encrypted otherwise.'
    : undefined

export function credentialsMistakes(credentials: Credentials): Mistake[] {
  if ('authToken' in credentials) {
    return [credentials.authToken === '' ? 'The token must not be empty.' : undefined]
  }
  const { systemId, password } = credentials
  return [
    /^[\x20-\x7e]{1,15}$/.test(systemId) ? undefined : 'The system id must have 1 to 15 ASCII characters.',
    /^[\x20-\x7e]{0,64}$/.test(password) ? undefined : 'The password must have at most 64 ASCII characters.',
  ]
}

/** Credentials and texts may travel unencrypted only over loopback. */
function originMistake(origin: string): Mistake {
  const address = URL.canParse(origin) ? new URL(origin) : undefined
  if (!address || address.origin !== origin) {
    return 'The origin must be scheme, host and port only, such as https://api.example.com.'
  }
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(address.hostname)
  if (address.protocol === 'https:' || (address.protocol === 'http:' && isLocal)) return undefined
  return 'The origin must start with https://.'
}

const isFrom = (least: number, most: number, value: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most
