import { type Bindings, type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { describeError } from './describe-error.ts'

export type { Logger } from 'pino'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** Names under which a careless line could carry what must never be logged. */
const secrets = new Set([
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
])

/** A logger that cannot say what it must not: texts, numbers and secrets by name, and the message of any error. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }), log: fields => redact(fields) },
      // Fastify hands over whole requests and replies in a few lines of its own.
      serializers: {
        err: error => describeError(error),
        error: error => describeError(error),
        req: () => undefined,
        res: () => undefined,
      },
      hooks: { logMethod: hideErrorMessage },
    },
    destination ?? pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 100 }),
  )
  // Pino asks no formatter about the fields of a child. Children inherit this from the logger.
  const child: (...given: never[]) => unknown = Reflect.get(logger, 'child')
  const value = function (this: Logger, fields: Bindings, ...options: unknown[]): unknown {
    return Reflect.apply(child, this, [redact(fields), ...options])
  }
  return Object.defineProperty(logger, 'child', { value })
}

/** At two levels. Pino's own way takes 20 µs a line for that. */
function redact(fields: Record<string, unknown>, level = 1): Record<string, unknown> {
  let redacted: Record<string, unknown> | undefined
  for (const name in fields) {
    const value = fields[name]
    const shown = secrets.has(name)
      ? '[redacted]'
      : level < 2 && isPlain(value)
        ? redact(value, level + 1)
        : value
    if (shown !== value) (redacted ??= { ...fields })[name] = shown
  }
  return redacted ?? fields
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Error)

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
