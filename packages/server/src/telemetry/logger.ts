import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { describeError } from './describe-error.ts'

export type { Logger } from 'pino'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** Names under which a careless line could carry what must never be logged. */
const secrets = [
  'text',
  'phone',
  'phoneNumbers',
  'emailAddress',
  'body',
  'query',
  'params',
  'headers',
  'authorization',
  'token',
  'accessToken',
  'refreshToken',
  'apiKey',
  'clientSecret',
  'password',
  'url',
]

/** A logger that cannot say what it must not: texts, numbers and secrets by name, and the message of any error. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      redact: { paths: secrets.flatMap(name => [name, `*.${name}`]), censor: '[redacted]' },
      // Fastify hands over whole requests and replies in a few lines of its own.
      serializers: {
        err: error => describeError(error),
        error: error => describeError(error),
        req: () => undefined,
        res: () => undefined,
      },
      hooks: { logMethod: hideErrorMessage },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  )
}

/** Where a line gives an error and no words, pino takes those of the error; Fastify passes them itself. */
function hideErrorMessage(this: Logger, args: Parameters<LogFn>, log: LogFn): void {
  const [subject, message] = args as unknown[]
  const error: unknown = subject instanceof Error ? subject : (subject as { err?: unknown } | null)?.err
  if (error instanceof Error && (message === undefined || message === error.message)) {
    const fields = subject instanceof Error ? { err: error } : (subject as object)
    log.call(this, fields, 'an error')
  } else {
    log.apply(this, args)
  }
}
