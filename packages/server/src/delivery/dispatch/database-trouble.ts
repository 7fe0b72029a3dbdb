import { classifyDatabaseError } from '../../platform/db/errors.ts'

interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const firstWaitMs = 100
const longestWaitMs = 5_000

/** Counts consecutive failures and logs when they start and end. */
export class DatabaseTrouble {
  readonly #log: Log
  #failures = 0

  constructor(log: Log) {
    this.#log = log
  }

  /** Call only after a database result: a round that made no query does not prove that the database is back. */
  wentWell(): void {
    if (this.#failures > 0) this.#log.info({}, 'dispatch resumed')
    this.#failures = 0
  }

  /** Returns how long to wait before retrying. */
  wentWrong(error: unknown): number {
    const failure = classifyDatabaseError(error)
    if (failure === 'bug') this.#log.error({ err: error }, 'the dispatcher failed')
    else if (this.#failures === 0)
      this.#log.warn({ err: error, failure }, 'dispatch is waiting for the database')
    this.#failures += 1
    return Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(this.#failures - 1, 10))
  }
}
