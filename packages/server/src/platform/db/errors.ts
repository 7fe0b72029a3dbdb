import { DatabaseError } from 'pg'

/** COMMIT was sent and its outcome is unknown or not yet durable: the work may or may not be committed. */
export class CommitUnconfirmedError extends Error {
  readonly reason: 'deadline' | 'connection lost' | 'not replicated'

  constructor(reason: CommitUnconfirmedError['reason']) {
    super(`The outcome of the commit is unknown: ${reason}`)
    this.name = 'CommitUnconfirmedError'
    this.reason = reason
  }
}

/** The server has committed without one of the writes. Retrying the work would do it twice. */
export class CommitIncompleteError extends Error {
  constructor(cause: unknown) {
    super('Committed without one of its writes', { cause })
    this.name = 'CommitIncompleteError'
  }
}

/** The work ignored a failed statement and returned, so the server rolled back instead of committing. */
export class TransactionAbortedError extends Error {
  constructor() {
    super('The transaction was rolled back because a statement in it had failed')
    this.name = 'TransactionAbortedError'
  }
}

/** The database belongs to another cell or environment. The message is for people. */
export class InstallationMismatchError extends Error {}

/** Why a database must not be used: it may lack what was promised to somebody. */
export type Distrust =
  | 'older' // it lacks what this installation has confirmed
  | 'unsure' // it may lack the last second before it was restored or promoted
  | 'recovering' // parley recover was started and has not finished
  | 'standby' // it replays another database and may still fall behind

/** A new connection leads to a database that must not be used. */
export class DistrustedDatabaseError extends Error {
  readonly why: Distrust
  /** The counter that this process or its file has seen. */
  readonly seen: number | undefined

  constructor(why: Distrust, seen: number | undefined) {
    super(`The database is not used: ${why}`)
    this.name = 'DistrustedDatabaseError'
    this.why = why
    this.seen = seen
  }
}

export type DatabaseFailure =
  | 'unavailable' // nothing was done; a retry may work soon
  | 'timeout' // nothing was done; it took too long
  | 'unconfirmed' // may or may not have been done
  | 'conflict' // nothing was done; another transaction conflicted
  | 'bug' // anything else, including errors that do not come from the database

/** A failure classified by another thread: errors that cross threads lose their class and code. */
export class ClassifiedDatabaseError extends Error {
  readonly failure: DatabaseFailure
  readonly code: string | undefined

  constructor(failure: DatabaseFailure, code: string | undefined) {
    super(`The database failed in another thread: ${failure}`)
    this.name = 'ClassifiedDatabaseError'
    this.failure = failure
    this.code = code
  }
}

/**
 * What a failure means to the caller. Return and log only this and the error's `code`, never its message, detail or where:
 * PostgreSQL quotes values in them.
 */
export function classifyDatabaseError(error: unknown): DatabaseFailure {
  if (error instanceof ClassifiedDatabaseError) return error.failure
  if (error instanceof CommitUnconfirmedError || error instanceof CommitIncompleteError) return 'unconfirmed'
  if (error instanceof DistrustedDatabaseError) return 'unavailable'
  if (error instanceof DatabaseError) return classifySqlState(error.code ?? '')
  if (error instanceof Error) return classifyClientError(error)
  return 'bug'
}

/** The connection is lost; the outcome of the running statement is unknown. */
export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(08|57P)/.test(error.code ?? '')
}

function classifySqlState(sqlState: string): DatabaseFailure {
  if (/^(08|28|3D000|53|57P|25006|58030)/.test(sqlState)) return 'unavailable'
  if (/^(57014|55P03|25P0[34])/.test(sqlState)) return 'timeout'
  if (/^(40001|40P01)/.test(sqlState)) return 'conflict'
  return 'bug'
}

const networkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

// pg gives these errors no code. The wording is that of the pinned version; tests check it.
const connectionErrors = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
])

function classifyClientError(error: Error): DatabaseFailure {
  if ('code' in error && networkErrors.has(String(error.code))) return 'unavailable'
  if (connectionErrors.has(error.message)) return 'unavailable'
  return error.message === 'Query read timeout' ? 'timeout' : 'bug'
}
