import { type Bindings, type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { describeError } from './describe-error.ts'

export type { Logger } from 'pino'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** Field names under which careless code could log private data. */
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

/** A logger that redacts texts, numbers and secrets by name, and drops the message of any error. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }), log: fields => redact(fields) },
      // Fastify passes whole requests and replies in a few of its own lines.
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
  // Pino calls no formatter for the fields of a child. Children inherit this from the logger.
  const child: (...given: never[]) => unknown = Reflect.get(logger, 'child')
  const value = function (this: Logger, fields: Bindings, ...options: unknown[]): unknown {
    return Reflect.apply(child, this, [redact(fields), ...options])
  }
  return Object.defineProperty(logger, 'child', { value })
}

/** Two levels deep; pino's own redaction costs 20 µs a line. */
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

/** If a line has an error and no message, pino uses the error's message; Fastify passes it itself. */
function hideErrorMessage(this: Logger, args: Parameters<LogFn>, log: LogFn): void {
  const [subject, message] = args as unknown[]
  const error: unknown = subject instanceof Error ? subject : (subject as { err?: unknown } | null)?.err
  if (error instanceof Error && (message === undefined || message === error.message)) {
    const fields = subject instanceof Error ? { err: error } : (subject as object)
    log.call(this, fields, 'unspecified error')
  } else {
    log.apply(this, args)
  }
}
