// The only file that reads the environment. It imports nothing heavy: tracing must start before anything else loads.
import { readFileSync } from 'node:fs'

interface Setting<Value> {
  readonly variable: string
  readonly description: string
  /** Used when the variable is absent. Without one the setting is required by whoever asks for it. */
  readonly fallback?: string
  /** Throws a Mistake that says what would be right. */
  readonly parse: (text: string) => Value
}

class Mistake extends Error {}

const oneOf =
  <const Choice extends string>(...choices: Choice[]) =>
  (text: string): Choice => {
    const choice = choices.find(candidate => candidate === text)
    if (choice === undefined) throw new Mistake(`must be one of ${choices.join(', ')}`)
    return choice
  }

const integer =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new Mistake(`must be a whole number from ${min} to ${max}`)
    }
    return value
  }

const url =
  (...schemes: string[]) =>
  (text: string): string => {
    const scheme = URL.canParse(text) ? new URL(text).protocol.slice(0, -1) : ''
    if (!schemes.includes(scheme))
      throw new Mistake(`must be an address that starts with ${schemes.join(':// or ')}://`)
    return text
  }

const origin = (text: string): string => {
  const address = url('https', 'http')(text)
  if (new URL(address).origin !== address)
    throw new Mistake('must be scheme, host and port only, such as https://texting.example.org')
  return address
}

const socketAddress = (text: string): string => {
  const { protocol, hostname, port } = new URL(url('tcp', 'smpp')(text))
  if (hostname === '' || port === '') throw new Mistake(`must be written ${protocol}//host:port`)
  return text
}

const optional =
  <Value>(parse: (text: string) => Value) =>
  (text: string): Value | undefined =>
    text === '' ? undefined : parse(text)

const plain = (text: string): string => text

const key32 = (text: string): Buffer => {
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) throw new Mistake('must be 32 bytes in base64')
  return key
}

interface ClaimNames {
  readonly advisor: string
  readonly client: string
  readonly scope: string
}

const claimNames = (text: string): ClaimNames => {
  const { advisor, client, scope } = Object.fromEntries(text.split(',').map(pair => pair.split('=')))
  if (!advisor || !client || !scope) throw new Mistake('must be written advisor=…,client=…,scope=…')
  return { advisor, client, scope }
}

const setting = <Value>(definition: Setting<Value>): Setting<Value> => definition

export const settings = {
  environment: setting({
    variable: 'PARLEY_ENVIRONMENT',
    description: 'What this installation is: sandbox or production.',
    fallback: 'sandbox',
    parse: oneOf('sandbox', 'production'),
  }),
  cell: setting({
    variable: 'PARLEY_CELL',
    description: 'Number of this cell, 1 to 1023. Ids are unique across cells.',
    fallback: '1',
    parse: integer(1, 1023),
  }),
  databaseUrl: setting({
    variable: 'DATABASE_URL',
    description: 'PostgreSQL, as the role parley_app. What api and worker connect to.',
    parse: url('postgres', 'postgresql'),
  }),
  databaseOwnerUrl: setting({
    variable: 'DATABASE_OWNER_URL',
    description: 'PostgreSQL, as the role parley_owner. Only parley migrate uses it.',
    parse: url('postgres', 'postgresql'),
  }),
  databasePoolSize: setting({
    variable: 'DATABASE_POOL_SIZE',
    description: 'Connections that one process may hold.',
    fallback: '10',
    parse: integer(2, 1_000),
  }),
  statementTimeoutMs: setting({
    variable: 'STATEMENT_TIMEOUT_MS',
    description: 'Longest a statement may run.',
    fallback: '10000',
    parse: integer(100, 600_000),
  }),
  host: setting({
    variable: 'HOST',
    description: 'Address to listen on.',
    fallback: '127.0.0.1',
    parse: plain,
  }),
  port: setting({
    variable: 'PORT',
    description: 'Port of the api. 0 takes a free one.',
    fallback: '8080',
    parse: integer(0, 65_535),
  }),
  workerPort: setting({
    variable: 'WORKER_PORT',
    description: 'Port on which the worker answers /healthz, /readyz and /metrics. 0 takes a free one.',
    fallback: '8081',
    parse: integer(0, 65_535),
  }),
  simulatorPort: setting({
    variable: 'SIMULATOR_PORT',
    description: 'Port of the simulator where it is a process of its own. 0 takes a free one.',
    fallback: '8082',
    parse: integer(0, 65_535),
  }),
  simulatorUrl: setting({
    variable: 'SIMULATOR_URL',
    description:
      'The simulator that the worker of a sandbox connects to, tcp://host:port, or smpp://host:port to speak SMPP. Empty: it runs inside the worker.',
    fallback: '',
    parse: optional(socketAddress),
  }),
  publicOrigin: setting({
    variable: 'PUBLIC_ORIGIN',
    description: 'Scheme, host and port that callers reach the api by. Problem bodies and tokens name it.',
    fallback: 'http://127.0.0.1:8080',
    parse: origin,
  }),
  secretKey: setting({
    variable: 'PARLEY_SECRET_KEY',
    description:
      '32 random bytes in base64 that encrypt signing keys and carriers’ credentials and sign cookies, the same for every process and command of an installation. For a new one: openssl rand -base64 32.',
    parse: key32,
  }),
  redisUrl: setting({
    variable: 'REDIS_URL',
    description: 'Redis through which api processes share rate limits. Empty: each counts for itself.',
    fallback: '',
    parse: optional(url('redis', 'rediss')),
  }),
  outsideIssuer: setting({
    variable: 'OUTSIDE_ISSUER',
    description: 'Issuer of an outside identity provider whose access tokens are accepted too. Empty: none.',
    fallback: '',
    parse: optional(plain),
  }),
  outsideJwksUrl: setting({
    variable: 'OUTSIDE_JWKS_URL',
    description: 'Where that provider publishes its keys.',
    fallback: '',
    parse: optional(url('https', 'http')),
  }),
  outsideAudience: setting({
    variable: 'OUTSIDE_AUDIENCE',
    description: 'Audience that its tokens must name.',
    fallback: '',
    parse: optional(plain),
  }),
  outsideClaims: setting({
    variable: 'OUTSIDE_CLAIMS',
    description: 'Which of its claims hold the advisor’s identifier, our client id and the scopes.',
    fallback: 'advisor=sub,client=client_id,scope=scope',
    parse: claimNames,
  }),
  trustedProxies: setting({
    variable: 'TRUSTED_PROXIES',
    description:
      'Addresses or networks of the proxies in front, such as 10.0.0.0/8: only they are believed about whose request it is.',
    fallback: '',
    parse: text =>
      text
        .split(',')
        .map(part => part.trim())
        .filter(part => part !== ''),
  }),
  jobConcurrency: setting({
    variable: 'JOB_CONCURRENCY',
    description: 'Jobs that one worker runs at a time. Each takes a connection of the pool.',
    fallback: '4',
    parse: integer(1, 100),
  }),
  logLevel: setting({
    variable: 'LOG_LEVEL',
    description: 'fatal, error, warn, info, debug, trace or silent.',
    fallback: 'info',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  }),
  shutdownGraceMs: setting({
    variable: 'SHUTDOWN_GRACE_MS',
    description: 'How long a stopping process may take to finish what is under way.',
    fallback: '30000',
    parse: integer(0, 600_000),
  }),
  tracingEndpoint: setting({
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    description: 'OpenTelemetry collector to send traces to. Empty: no traces.',
    fallback: '',
    parse: optional(url('http', 'https')),
  }),
}

type SettingName = keyof typeof settings
export type Config = { readonly [Name in SettingName]: ReturnType<(typeof settings)[Name]['parse']> }

/** Every mistake in the environment, told at once. */
export class ConfigError extends Error {
  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:\n${mistakes.map(mistake => `  ${mistake}`).join('\n')}`,
    )
    this.name = 'ConfigError'
  }
}

type Variables = Readonly<Record<string, string | undefined>>

/** Reads the settings that a command needs. A setting that it does not ask for may be absent, but not wrong. */
export function readConfig<const Name extends SettingName>(
  needed: readonly Name[],
  variables: Variables = process.env,
): Pick<Config, Name> {
  const mistakes: string[] = [...unknownVariables(variables)]
  const values: Record<string, unknown> = {}
  for (const [name, definition] of Object.entries<Setting<unknown>>(settings)) {
    try {
      const text = textOf(definition, variables)
      if (text !== undefined) values[name] = definition.parse(text)
      else if (needed.includes(name as Name)) throw new Mistake('is required')
    } catch (error) {
      if (!(error instanceof Mistake)) throw error
      mistakes.push(`${definition.variable} ${error.message}. ${definition.description}`)
    }
  }
  mistakes.push(...incompleteSets(values))
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return values as Pick<Config, Name>
}

/** NAME holds the value; NAME_FILE names a file that does, as secrets are mounted. */
function textOf({ variable, fallback }: Setting<unknown>, variables: Variables): string | undefined {
  const value = variables[variable]
  const file = variables[`${variable}_FILE`]
  if (file === undefined) return value ?? fallback
  if (value !== undefined) throw new Mistake(`and ${variable}_FILE are both set, and only one may be`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new Mistake(`cannot be read from the file that ${variable}_FILE names`)
  }
}

/** Settings that mean nothing without each other. */
function incompleteSets({
  outsideIssuer,
  outsideJwksUrl,
  outsideAudience,
  publicOrigin,
}: Partial<Config>): string[] {
  if (outsideIssuer === undefined) return []
  if (outsideIssuer === publicOrigin) return ['OUTSIDE_ISSUER must not be this installation itself']
  const isComplete = outsideJwksUrl !== undefined && outsideAudience !== undefined
  return isComplete ? [] : ['OUTSIDE_ISSUER needs OUTSIDE_JWKS_URL and OUTSIDE_AUDIENCE beside it']
}

/** A misspelt name would otherwise be a silent default. */
function unknownVariables(variables: Variables): string[] {
  const known = new Set(Object.values(settings).flatMap(({ variable }) => [variable, `${variable}_FILE`]))
  return Object.keys(variables)
    .filter(variable => variable.startsWith('PARLEY_') && !known.has(variable))
    .map(variable => `${variable} is not a setting`)
}

/** The environment of a child process: this one's, with some settings replaced. */
export function childEnvironment(replaced: Variables): Variables {
  return { ...process.env, ...replaced }
}
