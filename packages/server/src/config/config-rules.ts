// Settings that conflict with each other. config.ts passes the values; this file reads no environment.
import { relative, resolve } from 'node:path'

export const insecurities = ['origin', 'jwks', 'mail'] as const
export type Insecurity = (typeof insecurities)[number]

/** Settings that are compared. Undefined: not set. */
interface Values {
  readonly environment?: string
  readonly publicOrigin?: string
  readonly outsideIssuer?: string | undefined
  readonly outsideJwksUrl?: string | undefined
  readonly outsideAudience?: string | undefined
  readonly secretKey?: Buffer
  readonly formerSecretKeys?: readonly Buffer[]
  readonly allowInsecure?: readonly Insecurity[]
  readonly logDirectory?: string
  readonly logKeyFile?: string
  readonly logTimestampUrl?: string | undefined
  readonly logTimestampRootsFile?: string | undefined
  readonly mailUrl?: string | undefined
  readonly mailFrom?: string | undefined
}

/** Published in compose.yaml and in the source of `parley dev`, so not secret. */
const publicKeys: readonly string[] = [
  'cGFybGV5IGNvbXBvc2Ugc2FuZGJveCBzZWNyZXQga2U=',
  '/VnnoE5w1EROkTR5KBHEXRHEMq0hoMVBXTLgTzd/g74=',
]

/**
 * One error for each setting that conflicts with another. Only settings that the command needs are checked against the
 * environment.
 */
export function settingsInConflict(values: Values, needed: readonly string[]): string[] {
  return [
    ...incompleteSets(values),
    ...publishedKeys(values),
    ...unknownAuthorities(values),
    ...missingSenders(values),
    ...(values.environment === 'production' ? insecure(values, needed) : []),
  ]
}

/** Settings that must be set together. */
function incompleteSets({ outsideIssuer, outsideJwksUrl, outsideAudience, publicOrigin }: Values): string[] {
  if (outsideIssuer === undefined) return []
  if (outsideIssuer === publicOrigin) return ['OUTSIDE_ISSUER must not be this installation itself']
  const isComplete = outsideJwksUrl !== undefined && outsideAudience !== undefined
  return isComplete ? [] : ['OUTSIDE_ISSUER needs OUTSIDE_JWKS_URL and OUTSIDE_AUDIENCE beside it']
}

/** Everything in the folder is served to anybody. */
function publishedKeys({ logDirectory, logKeyFile }: Values): string[] {
  if (logDirectory === undefined || logKeyFile === undefined) return []
  const isOutside = relative(resolve(logDirectory), resolve(logKeyFile)).startsWith('..')
  return isOutside ? [] : ['LOG_KEY_FILE must be outside of LOG_DIRECTORY, which is published']
}

/** A time stamp that does not lead to a known root proves nothing. */
const unknownAuthorities = ({ logTimestampUrl, logTimestampRootsFile }: Values): string[] =>
  logTimestampUrl !== undefined && logTimestampRootsFile === undefined
    ? ['LOG_TIMESTAMP_URL needs LOG_TIMESTAMP_ROOTS_FILE beside it']
    : []

const missingSenders = ({ mailUrl, mailFrom }: Values): string[] =>
  mailUrl !== undefined && mailFrom === undefined ? ['MAIL_URL needs MAIL_FROM beside it'] : []

/** Schemes are case-insensitive. */
const isPlainHttp = (address: string): boolean => URL.parse(address)?.protocol === 'http:'

const isPublished = (secretKey: Buffer): boolean => publicKeys.includes(secretKey.toString('base64'))

function insecure(values: Values, needed: readonly string[]): string[] {
  const {
    publicOrigin = '',
    outsideJwksUrl = '',
    secretKey,
    formerSecretKeys = [],
    allowInsecure = [],
  } = values
  const mistakes: string[] = []
  if (needed.includes('publicOrigin') && isPlainHttp(publicOrigin) && !allowInsecure.includes('origin')) {
    mistakes.push(
      'PUBLIC_ORIGIN must start with https:// in production: otherwise cookies and tokens are sent unencrypted. Put a TLS proxy in front (docs/operations.md). If one terminates TLS already, set PARLEY_ALLOW_INSECURE=origin',
    )
  }
  if (isPlainHttp(outsideJwksUrl) && !allowInsecure.includes('jwks')) {
    mistakes.push(
      'OUTSIDE_JWKS_URL must start with https:// in production: anyone who changes these keys in transit can act for every advisor. On a private network, set PARLEY_ALLOW_INSECURE=jwks',
    )
  }
  if (secretKey !== undefined && isPublished(secretKey)) {
    mistakes.push(
      'PARLEY_SECRET_KEY must not be the published key of a sandbox. For a new one: openssl rand -base64 32',
    )
  }
  if (formerSecretKeys.some(isPublished)) {
    mistakes.push(
      'PARLEY_FORMER_SECRET_KEYS must not contain the published key of a sandbox: anybody could forge what is read with it',
    )
  }
  return mistakes
}
