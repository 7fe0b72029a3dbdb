// The only file that reads the environment. It imports nothing heavy: tracing must start before anything else loads.
import { ConfigError } from './config/config-error.ts'
import { settingsInConflict } from './config/config-rules.ts'
import {
  claimNames,
  insecurityList,
  integer,
  key32,
  key32List,
  logOrigin,
  Mistake,
  mailSender,
  mailServer,
  networkList,
  oneOf,
  optional,
  origin,
  plain,
  plainList,
  socketAddress,
  url,
} from './config/config-values.ts'
import { databaseSettings } from './config/database-settings.ts'
import { type Setting, setting } from './config/setting.ts'
import { textOf, type Variables } from './config/text-of.ts'

export const settings = {
  environment: setting({
    variable: 'PARLEY_ENVIRONMENT',
    description: 'Kind of installation: sandbox or production.',
    fallback: 'sandbox',
    parse: oneOf('sandbox', 'production'),
  }),
  cell: setting({
    variable: 'PARLEY_CELL',
    description: 'Number of this cell, 1 to 1023. Ids are unique across cells.',
    fallback: '1',
    parse: integer(1, 1023),
  }),
  ...databaseSettings,
  host: setting({
    variable: 'HOST',
    description: 'Address to listen on.',
    fallback: '127.0.0.1',
    parse: plain,
  }),
  port: setting({
    variable: 'PORT',
    description: 'Port of the api. 0: any free port.',
    fallback: '8080',
    parse: integer(0, 65_535),
  }),
  metricsPort: setting({
    variable: 'METRICS_PORT',
    description:
      'Port on which the api serves /metrics, and also /healthz and /readyz. Only the operator should be able to reach it. 0: any free port.',
    fallback: '8083',
    parse: integer(0, 65_535),
  }),
  workerPort: setting({
    variable: 'WORKER_PORT',
    description: 'Port on which the worker serves /healthz, /readyz and /metrics. 0: any free port.',
    fallback: '8081',
    parse: integer(0, 65_535),
  }),
  sealerPort: setting({
    variable: 'SEALER_PORT',
    description:
      'Port on which the sealer serves the log at /log/, and /healthz, /readyz and /metrics. 0: any free port.',
    fallback: '8084',
    parse: integer(0, 65_535),
  }),
  logOrigin: setting({
    variable: 'LOG_ORIGIN',
    description:
      'Name of the sealed log in every checkpoint: the address of /log without the scheme, such as texting.example.org/log. It never changes.',
    parse: logOrigin,
  }),
  logDirectory: setting({
    variable: 'LOG_DIRECTORY',
    description:
      'Folder of the published log: checkpoint and tiles. It contains no secret. With it, the api also offers advisors proofs of their conversations.',
    parse: plain,
  }),
  logKeyFile: setting({
    variable: 'LOG_KEY_FILE',
    description:
      'File with the keys of the log, outside of LOG_DIRECTORY. The sealer creates it on its first start, and keeps the last signed checkpoint beside it, in a file that ends with .signed. Back up both.',
    parse: plain,
  }),
  logPolicyFile: setting({
    variable: 'LOG_POLICY_FILE',
    description:
      'File that names the witnesses of the log with their addresses, and how many must cosign, as c2sp.org/tlog-policy describes it (lines witness, group and quorum). Empty: no witness.',
    fallback: '',
    parse: optional(plain),
  }),
  logTimestampUrl: setting({
    variable: 'LOG_TIMESTAMP_URL',
    description:
      'Address of a time-stamp authority (RFC 3161), which the sealer asks every 50 minutes. Empty: no time stamps.',
    fallback: '',
    parse: optional(url('https', 'http')),
  }),
  logTimestampRootsFile: setting({
    variable: 'LOG_TIMESTAMP_ROOTS_FILE',
    description: 'File with the root certificates of that authority, in PEM format.',
    fallback: '',
    parse: optional(plain),
  }),
  simulatorPort: setting({
    variable: 'SIMULATOR_PORT',
    description: 'Port of the simulator when it runs as a separate process. 0: any free port.',
    fallback: '8082',
    parse: integer(0, 65_535),
  }),
  simulatorUrl: setting({
    variable: 'SIMULATOR_URL',
    description:
      'Simulator that a sandbox worker connects to: tcp://host:port, or smpp://host:port for SMPP. Empty: it runs inside the worker.',
    fallback: '',
    parse: optional(socketAddress),
  }),
  highWaterFile: setting({
    variable: 'HIGH_WATER_FILE',
    description:
      'File in which workers keep every second how far the database has come, on a disk that is not the database’s. All processes and commands compare a database with it, so that one that was restored is not used unawares. It holds no text, name or phone number. Empty: only running processes remember it.',
    fallback: '',
    parse: optional(plain),
  }),
  publicOrigin: setting({
    variable: 'PUBLIC_ORIGIN',
    description:
      'Scheme, host and port at which callers reach the api. It appears in problem bodies and tokens.',
    fallback: 'http://127.0.0.1:8080',
    parse: origin,
  }),
  secretKey: setting({
    variable: 'PARLEY_SECRET_KEY',
    description:
      '32 random bytes in base64 that encrypt signing keys and carrier credentials and sign cookies. Must be the same for every process and command of an installation. To create one: openssl rand -base64 32.',
    parse: key32,
  }),
  formerSecretKeys: setting({
    variable: 'PARLEY_FORMER_SECRET_KEYS',
    description:
      'Secret keys that are only read with, separated by commas: while PARLEY_SECRET_KEY is replaced, first the next one and then the former one. See Rotate keys and secrets in docs/operations.md.',
    fallback: '',
    parse: key32List,
  }),
  allowInsecure: setting({
    variable: 'PARLEY_ALLOW_INSECURE',
    description:
      'Unencrypted connections that production allows, separated by commas: origin (PUBLIC_ORIGIN with http://, because a proxy terminates TLS for all callers), jwks (OUTSIDE_JWKS_URL with http://), mail (MAIL_URL with smtp:// to a server without STARTTLS).',
    fallback: '',
    parse: insecurityList,
  }),
  redisUrl: setting({
    variable: 'REDIS_URL',
    description:
      'Redis URL for rate limits shared between api processes. Empty: each process counts separately.',
    fallback: '',
    parse: optional(url('redis', 'rediss')),
  }),
  outsideIssuer: setting({
    variable: 'OUTSIDE_ISSUER',
    description:
      'Issuer of an external identity provider whose access tokens are also accepted. Empty: none.',
    fallback: '',
    parse: optional(plain),
  }),
  outsideJwksUrl: setting({
    variable: 'OUTSIDE_JWKS_URL',
    description: 'URL at which the external provider publishes its keys.',
    fallback: '',
    parse: optional(url('https', 'http')),
  }),
  outsideAudience: setting({
    variable: 'OUTSIDE_AUDIENCE',
    description: 'Audience that tokens of the external provider must have.',
    fallback: '',
    parse: optional(plain),
  }),
  outsideClaims: setting({
    variable: 'OUTSIDE_CLAIMS',
    description:
      'Claims of the external provider’s tokens that hold the advisor’s identifier, our client id and the scopes.',
    fallback: 'advisor=sub,client=client_id,scope=scope',
    parse: claimNames,
  }),
  trustedProxies: setting({
    variable: 'TRUSTED_PROXIES',
    description:
      'Addresses or networks of the proxies in front of the api, such as 10.0.0.0/8. Only their forwarded client addresses are trusted.',
    fallback: '',
    parse: plainList,
  }),
  webhookNetworks: setting({
    variable: 'WEBHOOK_ALLOWED_NETWORKS',
    description:
      'Private networks that webhooks may be sent to, such as 10.20.0.0/16, separated by commas. By default only public addresses; `parley dev` also allows the own machine. Link-local addresses stay closed.',
    fallback: '',
    parse: networkList,
  }),
  mailUrl: setting({
    variable: 'MAIL_URL',
    description:
      'Mail server for notices: smtps://user:password@host (TLS, port 465) or smtp://user:password@host (STARTTLS, port 587). Empty: no mail is sent.',
    fallback: '',
    parse: optional(mailServer),
  }),
  mailFrom: setting({
    variable: 'MAIL_FROM',
    description: 'Sender of notices, such as Parley <notices@texting.example.org>.',
    fallback: '',
    parse: optional(mailSender),
  }),
  jobConcurrency: setting({
    variable: 'JOB_CONCURRENCY',
    description: 'Jobs that one worker runs at a time. Each uses a connection of the pool.',
    fallback: '4',
    parse: integer(1, 100),
  }),
  logLevel: setting({
    variable: 'LOG_LEVEL',
    description: 'Lowest level to log: fatal, error, warn, info, debug, trace or silent.',
    fallback: 'info',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  }),
  shutdownGraceMs: setting({
    variable: 'SHUTDOWN_GRACE_MS',
    description: 'Milliseconds that a stopping process has to finish running work.',
    fallback: '30000',
    parse: integer(0, 600_000),
  }),
  tracingEndpoint: setting({
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    description: 'URL of the OpenTelemetry collector for traces. Empty: no traces.',
    fallback: '',
    parse: optional(url('http', 'https')),
  }),
}

type SettingName = keyof typeof settings
export type Config = { readonly [Name in SettingName]: ReturnType<(typeof settings)[Name]['parse']> }

/** Reads the settings that a command needs. Other settings may be absent, but not invalid. */
export function readConfig<const Name extends SettingName>(
  needed: readonly Name[],
  variables: Variables = process.env,
): Pick<Config, Name> & Partial<Config> {
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
  mistakes.push(...settingsInConflict(values, needed))
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return values as Pick<Config, Name> & Partial<Config>
}

/** A misspelt name would otherwise silently use the default. */
function unknownVariables(variables: Variables): string[] {
  const known = new Set(Object.values(settings).flatMap(({ variable }) => [variable, `${variable}_FILE`]))
  return Object.keys(variables)
    .filter(variable => variable.startsWith('PARLEY_') && !known.has(variable))
    .map(variable => `${variable} is not a known setting`)
}

/** The environment for a child process: a copy with some settings replaced. */
export function childEnvironment(replaced: Variables): Variables {
  return { ...process.env, ...replaced }
}

/** Port of the PostgreSQL that runs on this machine, by the variable that psql reads too. */
export function defaultPostgresqlPort(): number {
  return Number(process.env['PGPORT'] ?? 5432)
}
