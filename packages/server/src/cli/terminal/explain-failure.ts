import { ConfigError } from '../../config/config-error.ts'
import { WrongSecretKeyError } from '../../identity/index.ts'
import { classifyDatabaseError, InstallationMismatchError } from '../../platform/db/errors.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { EmbeddedPostgresqlError } from './embedded-postgresql-error.ts'
import { remedyText } from './remedy-text.ts'

/** Errors with a message for people. */
const readableErrors = [ConfigError, EmbeddedPostgresqlError, InstallationMismatchError, WrongSecretKeyError]

/** Error message for the terminal. Only a bug shows its stack. */
export function explainFailure(error: unknown): string {
  if (error instanceof Problem) return [error.message, ...error.remedies.map(remedyText)].join(' ')
  if (error instanceof Error && readableErrors.some(kind => error instanceof kind)) return error.message
  if (classifyDatabaseError(error) === 'unavailable') {
    return `Cannot connect to PostgreSQL${codeOf(error)}. Check that it is running, and check the address, role, password and database.`
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}. Choose another port.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** The message may contain secrets; the code tells a wrong password from a host that is down. */
function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? ` (${code})` : ''
}

/** 1 failure, 2 usage error. */
export function exitCodeOf(error: unknown): 1 | 2 {
  return error instanceof Problem && error.code === 'invalid_request' ? 2 : 1
}
