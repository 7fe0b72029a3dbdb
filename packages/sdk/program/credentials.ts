import { readFile } from 'node:fs/promises'
import { type AccessTokenProvider, ParleyOAuth } from '../src/index.ts'
import { CommandError, type Surroundings, UsageError } from './surroundings.ts'

export interface Credentials {
  readonly baseUrl: string
  readonly apiKey: string
  /** Token of an advisor or of the application, as the developer chose. */
  readonly accessToken?: string | undefined
  readonly tokenUrl?: string | undefined
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  /** Advisors of a sandbox, with their tokens. */
  readonly advisors: readonly { readonly identifier?: string; readonly accessToken: string }[]
}

const usualFile = '.parley/dev.json'

export const credentialsHelp = `Credentials, the first that is there:
  --credentials <file>    a file like .parley/dev.json
  environment             PARLEY_BASE_URL and PARLEY_API_KEY, with PARLEY_ACCESS_TOKEN,
                          or with PARLEY_CLIENT_ID and PARLEY_CLIENT_SECRET
                          (PARLEY_TOKEN_URL, if it is not /oauth/token of the same origin)
  .parley/dev.json        in this folder, as npm run dev writes it
Secrets are no options: other users of this machine can see the options of a program.`

/** From one source only: the keys of one installation must not be sent to another. */
export async function readCredentials(
  file: string | undefined,
  environment: Surroundings['environment'],
): Promise<Credentials> {
  if (file === undefined && environment['PARLEY_BASE_URL']) return fromEnvironment(environment)
  const text = await readFile(file ?? usualFile, 'utf8').catch(() => undefined)
  if (text !== undefined) return fromFile(text, file ?? usualFile)
  throw new UsageError(
    file === undefined
      ? `No credentials: there is no ${usualFile} in this folder, and PARLEY_BASE_URL is not set.`
      : `${file} cannot be read.`,
  )
}

function fromEnvironment(environment: Surroundings['environment']): Credentials {
  const baseUrl = checkedUrl(environment['PARLEY_BASE_URL'] ?? '', 'PARLEY_BASE_URL')
  const apiKey = environment['PARLEY_API_KEY']
  if (!apiKey) throw new UsageError('PARLEY_API_KEY is not set.')
  return {
    baseUrl,
    apiKey,
    accessToken: environment['PARLEY_ACCESS_TOKEN'],
    tokenUrl: environment['PARLEY_TOKEN_URL'] ?? new URL('/oauth/token', baseUrl).href,
    clientId: environment['PARLEY_CLIENT_ID'],
    clientSecret: environment['PARLEY_CLIENT_SECRET'],
    advisors: [],
  }
}

interface CredentialsFile {
  readonly baseUrl?: string
  readonly tokenUrl?: string
  readonly application?: {
    readonly apiKey?: string
    readonly clientId?: string
    readonly clientSecret?: string
  }
  readonly advisors?: Credentials['advisors']
}

function fromFile(text: string, file: string): Credentials {
  let read: CredentialsFile
  try {
    read = JSON.parse(text) as CredentialsFile
  } catch {
    throw new UsageError(`${file} is not JSON.`)
  }
  const { baseUrl, tokenUrl, application = {}, advisors = [] } = read
  const { apiKey, clientId, clientSecret } = application
  if (!baseUrl || !apiKey) throw new UsageError(`${file} lacks baseUrl or application.apiKey.`)
  return {
    baseUrl: checkedUrl(baseUrl, `baseUrl in ${file}`),
    tokenUrl,
    apiKey,
    clientId,
    clientSecret,
    advisors,
  }
}

function checkedUrl(text: string, name: string): string {
  if (!URL.canParse(text)) throw new UsageError(`${name} is not a URL.`)
  return text
}

/** For the events of one advisor, or else of all who allow the application. */
export function readerToken(
  credentials: Credentials,
  advisor: string | undefined,
): string | AccessTokenProvider {
  if (advisor !== undefined) return advisorToken(credentials, advisor)
  if (credentials.accessToken) return credentials.accessToken
  return (
    oauthOf(credentials)?.clientCredentials({ scopes: ['events.read'] }) ??
    advisorToken(credentials, undefined)
  )
}

/** For one advisor: the named one, or the first there is. */
export function advisorToken(
  credentials: Credentials,
  advisor: string | undefined,
): string | AccessTokenProvider {
  const { accessToken, advisors } = credentials
  if (accessToken && advisor === undefined) return accessToken
  const known = advisors.find(each => advisor === undefined || each.identifier === advisor)
  if (known) return known.accessToken
  const oauth = advisor === undefined ? undefined : oauthOf(credentials)
  if (oauth && advisor !== undefined)
    return oauth.clientCredentials({ advisor, scopes: ['text.messaging.read', 'text.messaging.write'] })
  throw new CommandError(
    advisor === undefined
      ? 'There is no access token. Set PARLEY_ACCESS_TOKEN, or name an advisor with --advisor.'
      : `There is no access token for ${advisor}, and no client id and secret to get one.`,
  )
}

function oauthOf({ tokenUrl, clientId, clientSecret }: Credentials): ParleyOAuth | undefined {
  return tokenUrl && clientId && clientSecret
    ? new ParleyOAuth({ tokenUrl, clientId, clientSecret })
    : undefined
}
