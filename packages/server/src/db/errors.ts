import { DatabaseError } from 'pg'

/** COMMIT was sent and its outcome is not known, or not yet safe: the work may or may not be there. */
export class CommitUnconfirmedError extends Error {
  readonly reason: 'deadline' | 'connection lost' | 'not replicated'

  constructor(reason: CommitUnconfirmedError['reason']) {
    super(`The outcome of the commit is unknown: ${reason}`)
    this.name = 'CommitUnconfirmedError'
    this.reason = reason
  }
}

/** The server has committed, and one of the writes never reached it. Whoever does the work again does it twice. */
export class CommitIncompleteError extends Error {
  constructor(cause: unknown) {
    super('Committed without one of its writes', { cause })
    this.name = 'CommitIncompleteError'
  }
}

/** The work swallowed the failure of a statement and returned, so the server rolled back instead of committing. */
export class TransactionAbortedError extends Error {
  constructor() {
    super('The transaction was rolled back because a statement in it had failed')
    this.name = 'TransactionAbortedError'
  }
}

/** The database belongs to another cell or environment than the one that is meant. Its message is for people. */
export class InstallationMismatchError extends Error {}

export type DatabaseFailure =
  | 'unavailable' // nothing was done, and may work again soon
  | 'timeout' // nothing was done, it took too long
  | 'unconfirmed' // may or may not have been done
  | 'conflict' // nothing was done, another transaction was in the way
  | 'bug' // anything else, also what is not of the database at all

/**
 * What a failure means to the caller. Answer and log this and the error's `code`, never its message, detail or
 * where: PostgreSQL quotes values in them.
 */
export function classifyDatabaseError(error: unknown): DatabaseFailure {
  if (error instanceof CommitUnconfirmedError || error instanceof CommitIncompleteError) return 'unconfirmed'
  if (error instanceof DatabaseError) return classifySqlState(error.code ?? '')
  if (error instanceof Error) return classifyClientError(error)
  return 'bug'
}

/** The connection is gone, whatever the statement under way has done. */
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

// pg gives these no code. The wording is that of the pinned version; tests hold it to that.
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
