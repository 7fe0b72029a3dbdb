import { ConfigError } from '../config.ts'
import { classifyDatabaseError, InstallationMismatchError } from '../db/errors.ts'
import { Problem } from '../http/problem.ts'
import { WrongSecretKeyError } from '../identity/index.ts'

/** Errors whose message is written for people. */
const told = [ConfigError, InstallationMismatchError, Problem, WrongSecretKeyError]

/** A failure in words for a person at a terminal. Only a bug shows its stack. */
export function explainFailure(error: unknown): string {
  if (error instanceof Error && told.some(kind => error instanceof kind)) return error.message
  if (classifyDatabaseError(error) === 'unavailable') {
    return `PostgreSQL does not let us in${codeOf(error)}. Is it running, and are address, role, password and database right?`
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}. Choose another port.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Its message may hold what nobody is to see; the code tells a wrong password from a machine that is off. */
function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? ` (${code})` : ''
}

/** 1 failed, 2 called wrongly. */
export function exitCodeOf(error: unknown): 1 | 2 {
  return error instanceof Problem && error.code === 'invalid_request' ? 2 : 1
}
